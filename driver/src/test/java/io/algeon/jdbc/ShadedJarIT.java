package io.algeon.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.write.Compression;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.algeon.jdbc.internal.result.ObjectVectors;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The jar as users get it: what is in it, and that it works in JVMs of its own, without flags, on Java 17 and 25, printing nothing.
 */
class ShadedJarIT {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    private Path directory;

    private static Path jar() throws IOException {
        String version = System.getProperty("algeon.version");
        assumeTrue(version != null, "The jar is there after the package phase, which sets algeon.version.");
        Path jar = Path.of("target", "algeon-jdbc-" + version + ".jar").toAbsolutePath();
        assertThat(jar).exists();
        return jar;
    }

    /** The home of that Java version on this machine; the test is skipped where there is none. */
    private static Path java(int version) throws IOException {
        if (Runtime.version().feature() == version) {
            return Path.of(System.getProperty("java.home"), "bin", "java");
        }
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (Stream<Path> homes = Files.list(installed)) {
                List<Path> fitting = homes.filter(
                                home -> home.getFileName().toString().matches(".*\\b" + version + "\\b.*"))
                        .map(home -> home.resolve("bin/java"))
                        .filter(Files::isExecutable)
                        .sorted()
                        .toList();
                if (!fitting.isEmpty()) {
                    return fitting.get(0);
                }
            }
        }
        assumeTrue(false, "There is no Java " + version + " in " + installed + "; the jar was not tried on it.");
        throw new AssertionError();
    }

    private static Path probeClasses() throws URISyntaxException {
        return Path.of(ShadedJarProbe.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private record Outcome(int exit, String out, String err) {}

    private Outcome run(int version, boolean isolated, String url, String... queries) throws Exception {
        return run(version, List.of(), isolated, url, queries);
    }

    private Outcome run(int version, List<String> options, boolean isolated, String url, String... queries)
            throws Exception {
        // a class path of the probe alone: the classes of this module are next to it
        Path probe = Files.createDirectories(directory.resolve("probe/io/algeon/jdbc"));
        Path probeClass = Path.of("io/algeon/jdbc/ShadedJarProbe.class");
        Files.copy(
                probeClasses().resolve(probeClass),
                probe.resolve(probeClass.getFileName()),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        List<String> command = new ArrayList<>();
        command.add(java(version).toString());
        command.addAll(options);
        command.add("-cp");
        command.add(directory.resolve("probe") + (isolated ? "" : File.pathSeparator + jar()));
        command.add(ShadedJarProbe.class.getName());
        command.add(isolated ? jar().toString() : "-");
        command.add(url);
        command.addAll(List.of(queries));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Outcome(process.waitFor(), Files.readString(out), Files.readString(err));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25})
    void query_fromAnIsolatedClassLoader_printsNothing(int version) throws Exception {
        Outcome outcome = run(version, true, "jdbc:algeon:", "VALUES 7", "SELECT upper('x') || 1");
        assertThat(outcome).isEqualTo(new Outcome(0, "7\nX1\ndone\n", ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void query_onARuntimeWithoutFlightRecorder_runs(int version) throws Exception {
        Outcome outcome = run(
                version,
                List.of("--limit-modules", "java.sql,java.naming,java.management,jdk.unsupported"),
                false,
                "jdbc:algeon:",
                "VALUES 7");
        assertThat(outcome).isEqualTo(new Outcome(0, "7\ndone\n", ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void file_fromTheClassPath_isRead(int version) throws Exception {
        Path data = Files.createDirectories(directory.resolve("data"));
        write(data.resolve("snappy.parquet"), Compression.SNAPPY);
        write(data.resolve("zstd.parquet"), Compression.ZSTD);
        Outcome outcome = run(
                version,
                false,
                "jdbc:algeon:" + data,
                "SELECT sum(id) FROM snappy",
                "SELECT max(name) FROM zstd WHERE id < 50");
        assertThat(outcome).isEqualTo(new Outcome(0, "4950\nname-9\ndone\n", ""));
    }

    /** Java 24 and newer print a notice about JCuda's native code unless the application enables it. */
    @ParameterizedTest
    @CsvSource({"17,", "21,", "25,--enable-native-access=ALL-UNNAMED"})
    void query_onAnEmulatedGpu_fromAnIsolatedClassLoader_printsNothing(int version, @Nullable String option)
            throws Exception {
        Path library = Path.of("../cuda-ops/target/emulator/shim/libcuda.so.1").toAbsolutePath();
        assumeTrue(Files.exists(library), "There is no emulated GPU; is g++ installed?");
        Path data = Files.createDirectories(directory.resolve("data"));
        write(data.resolve("rows.parquet"), Compression.SNAPPY);
        List<String> options = new ArrayList<>(List.of("-Dalgeon.cuda.library=" + library));
        if (option != null) {
            options.add(option);
        }
        Outcome outcome = run(
                version,
                options,
                true,
                "jdbc:algeon:" + data + "?execution_mode=native_required",
                "SELECT max(name) FROM rows WHERE id < 50",
                "SELECT name || ' ' || status || ' ' || reason FROM information_schema.devices WHERE name <> 'cpu'");
        assertThat(outcome).isEqualTo(new Outcome(0, "name-9\ngpu0 usable it runs queries\ndone\n", ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void query_withoutTheLibraryOfTheGpu_isAnsweredByTheCpu(int version) throws Exception {
        Outcome outcome = run(
                version,
                List.of("-Dalgeon.cuda.library=/nowhere/libcuda.so.1"),
                true,
                "jdbc:algeon:",
                "VALUES 7",
                "SELECT status || ': ' || reason FROM information_schema.devices WHERE name <> 'cpu'");
        assertThat(outcome)
                .isEqualTo(new Outcome(
                        0,
                        "7\nunusable: the library /nowhere/libcuda.so.1 that algeon.cuda.library names cannot be read\ndone\n",
                        ""));
    }

    /** Ids 0 to 99 with names. */
    private static void write(Path file, Compression compression) {
        List<ColumnDef> columns =
                List.of(new ColumnDef("id", SqlTypes.BIGINT), new ColumnDef("name", SqlTypes.VARCHAR));
        List<Object> ids = new ArrayList<>();
        List<Object> names = new ArrayList<>();
        for (long id = 0; id < 100; id++) {
            ids.add(id);
            names.add("name-" + id);
        }
        MemoryBudget budget = MemoryBudget.root("test", 64 * MEBIBYTE, "memory_limit");
        try (ParquetWriter writer = ParquetWriter.create(
                file,
                columns,
                ParquetWriteOptions.DEFAULT.withCompression(compression),
                budget.reservation("writer"))) {
            writer.write(new Batch(
                    new ColumnVector[] {
                        ObjectVectors.of(SqlTypes.BIGINT, ids), ObjectVectors.of(SqlTypes.VARCHAR, names)
                    },
                    100));
            writer.finish();
        }
    }

    @Test
    void jar_isSmall_andLeaksNoForeignNames() throws IOException {
        assertThat(Files.size(jar())).isLessThan(40 * MEBIBYTE);
        Set<String> roots = new TreeSet<>();
        List<String> natives = new ArrayList<>();
        try (JarFile file = new JarFile(jar().toFile())) {
            for (JarEntry entry :
                    file.stream().filter(entry -> !entry.isDirectory()).toList()) {
                String name = entry.getName();
                if (name.matches(".*\\.(so|dylib|dll)")) {
                    natives.add(name);
                } else if (name.startsWith("jcuda/")) {
                    roots.add("jcuda");
                } else if (!name.startsWith("META-INF/")) {
                    roots.add(name.split("/").length > 2 ? name.split("/")[0] + "/" + name.split("/")[1] : name);
                }
            }
            assertThat(file.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("io.algeon.jdbc");
            assertThat(file.getManifest().getMainAttributes().getValue("Implementation-Version"))
                    .isEqualTo(System.getProperty("algeon.version"));
            assertThat(text(file, "META-INF/services/java.sql.Driver")).isEqualTo("io.algeon.jdbc.AlgeonDriver");
            assertThat(text(file, "META-INF/LICENSE")).contains("Apache License");
            assertThat(text(file, "META-INF/NOTICE")).contains("Calcite", "Parquet", "zstd-jni", "SLF4J", "JCuda");
            assertThat(file.stream().map(JarEntry::getName).filter(n -> n.startsWith("META-INF/services/")))
                    .allMatch(name -> name.equals("META-INF/services/")
                            || name.endsWith("java.sql.Driver")
                            || name.contains("io.algeon"));
        }
        assertThat(roots).containsExactly("com/github", "io/algeon", "jcuda", "org/xerial");
        assertThat(natives.stream()
                        .map(name -> name.contains("snappy") ? "snappy" : name.contains("JCuda") ? "jcuda" : "zstd")
                        .collect(Collectors.groupingBy(name -> name, Collectors.counting())))
                .containsEntry("snappy", 5L)
                .containsEntry("zstd", 5L)
                .containsEntry("jcuda", 1L);
    }

    private static String text(JarFile file, String name) throws IOException {
        JarEntry entry = file.getJarEntry(name);
        assertThat(entry).as(name).isNotNull();
        return new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
