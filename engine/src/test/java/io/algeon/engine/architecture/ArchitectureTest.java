package io.algeon.engine.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The edges between packages that ARCHITECTURE.md draws. */
@AnalyzeClasses(packages = "io.algeon", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule CALCITE_STOPS_AT_SQL = noClasses()
            .that()
            .resideOutsideOfPackage("io.algeon.engine.sql..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.calcite..");

    @ArchTest
    static final ArchRule JAVA_SQL_STOPS_AT_THE_DRIVER = noClasses()
            .that()
            .resideOutsideOfPackages("io.algeon.jdbc..", "io.algeon.engine.sql..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.sql..");

    @ArchTest
    static final ArchRule PARQUET_FORMAT_STOPS_AT_THE_READERS = noClasses()
            .that()
            .resideOutsideOfPackages("io.algeon.metadata.parquet..", "io.algeon.engine.parquet..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.parquet..");

    @ArchTest
    static final ArchRule THE_PLAN_KNOWS_NOBODY_WHO_RUNS_IT = noClasses()
            .that()
            .resideInAPackage("io.algeon.engine.plan..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.algeon.engine.sql..",
                    "io.algeon.engine.operator..",
                    "io.algeon.engine.parquet..",
                    "io.algeon.engine.expression..");

    @ArchTest
    static final ArchRule BATCHES_KNOW_NOTHING_OF_THE_ENGINE = noClasses()
            .that()
            .resideInAPackage("io.algeon.engine.batch..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.algeon.engine.plan..",
                    "io.algeon.engine.exec..",
                    "io.algeon.engine.memory..",
                    "io.algeon.engine.source..");

    @ArchTest
    static final ArchRule SQL_KNOWS_NO_OPERATORS = noClasses()
            .that()
            .resideInAPackage("io.algeon.engine.sql..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.algeon.engine.operator..", "io.algeon.engine.parquet..");

    @ArchTest
    static final ArchRule NOBODY_PRINTS = noClasses()
            .that()
            .haveNameNotMatching("io\\.algeon\\.engine\\.sql\\.parser\\.SqlGrammar.*")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule NO_PACKAGE_CYCLES =
            slices().matching("io.algeon.engine.(*)..").should().beFreeOfCycles();
}
