package io.algeon.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the driver may see, and who inside it may see what. */
@AnalyzeClasses(packages = "io.algeon.jdbc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule calciteIsTheEnginesBusiness =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.calcite..");

    @ArchTest
    static final ArchRule onlyTheEnginesFace = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.algeon.engine.sql..",
                    "io.algeon.engine.operator..",
                    "io.algeon.engine.pipeline..",
                    "io.algeon.engine.parquet..",
                    "io.algeon.engine.exec..",
                    "io.algeon.cuda..",
                    "org.apache.parquet..");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("io.algeon.jdbc.internal.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule internalsDoNotKnowTheDriver = noClasses()
            .that()
            .resideInAPackage("io.algeon.jdbc.internal..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.algeon.jdbc");

    @ArchTest
    static final ArchRule nothingIsPrinted =
            noClasses().should().accessField(System.class, "out").orShould().accessField(System.class, "err");

    @ArchTest
    static final ArchRule exceptionsAreMadeInOnePlace = noClasses()
            .that()
            .resideOutsideOfPackage("io.algeon.jdbc.internal.error..")
            .should()
            .callConstructor(java.sql.SQLException.class, String.class)
            .orShould()
            .callConstructor(java.sql.SQLException.class, String.class, String.class)
            .orShould()
            .callConstructor(java.sql.SQLException.class, String.class, String.class, int.class);

    @ArchTest
    static final ArchRule javaLoggingIsForGetParentLoggerAndTheBridge = noClasses()
            .that()
            .resideOutsideOfPackage("io.algeon.jdbc.internal.logging..")
            .and()
            .doNotImplement(javax.sql.CommonDataSource.class)
            .and()
            .doNotImplement(java.sql.Driver.class)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging..");
}
