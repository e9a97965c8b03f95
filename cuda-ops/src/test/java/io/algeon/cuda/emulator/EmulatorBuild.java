package io.algeon.cuda.emulator;

import io.algeon.cuda.emulator.ptx.PtxTranslator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Builds emulated drivers with g++: {@code target/emulator/<form>/libcuda.so.1}. An object is compiled again only if what it
 * is made of has changed. Maven runs {@link #main} before the tests; without g++ it says so, and the tests that need the
 * library are skipped.
 */
public final class EmulatorBuild {
    private static final List<String> COMPILE = List.of(
            "g++", "-std=c++17", "-fPIC", "-fvisibility=hidden", "-fwrapv", "-fno-strict-aliasing", "-g1", "-c");
    private static final List<String> ASAN = List.of(
            "-fsanitize=address,undefined",
            "-fno-sanitize=vptr,alignment,signed-integer-overflow",
            "--param",
            "asan-stack=0",
            "-fno-omit-frame-pointer");

    /** What the kernels of a library are made from. */
    public enum Form {
        /** The kernels' sources. */
        SHIM,
        /** The PTX text that ships, translated. */
        PTX,
        /** The kernels' sources, with the address and undefined-behaviour sanitizers. */
        ASAN;

        /** Where the library lies. */
        public Path library() {
            return EmulatorBuild.module().resolve("target/emulator/" + folder() + "/libcuda.so.1");
        }

        private String folder() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Path module;

    private EmulatorBuild(Path module) {
        this.module = module;
    }

    /** Builds the forms that the arguments name, or shim and ptx. */
    public static void main(String[] arguments) throws InterruptedException {
        List<Form> forms = arguments.length == 0
                ? List.of(Form.SHIM, Form.PTX)
                : Stream.of(arguments)
                        .map(argument -> Form.valueOf(argument.toUpperCase(Locale.ROOT)))
                        .toList();
        for (Form form : forms) {
            build(form);
        }
    }

    /** Builds one form if it is not up to date; false if there is no compiler. */
    public static synchronized boolean build(Form form) throws InterruptedException {
        try {
            if (!hasCompiler()) {
                System.err.println("WARNING: g++ is not installed: the tests of the GPU path are SKIPPED.");
                return false;
            }
            new EmulatorBuild(module()).link(form);
            return true;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean hasCompiler() throws InterruptedException {
        try {
            return new ProcessBuilder("g++", "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    /** The folder of this Maven module, whichever module's tests run. */
    static Path module() {
        Path here = Path.of("").toAbsolutePath();
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            for (Path candidate : List.of(folder, folder.resolve("cuda-ops"))) {
                if (Files.isDirectory(candidate.resolve("src/test/emulator"))) {
                    return candidate;
                }
            }
        }
        throw new IllegalStateException("There is no cuda-ops above " + here + ".");
    }

    private void link(Form form) throws IOException, InterruptedException {
        Path emulator = module.resolve("src/test/emulator");
        Path kernels = module.resolve("src/main/cuda");
        Path output = Files.createDirectories(form.library().getParent());
        List<String> runtimeHeaders = hashes(emulator, ".h", ".inc");
        List<String> kernelHeaders = new ArrayList<>(hashes(kernels, ".h", ".cuh"));
        kernelHeaders.addAll(hashes(emulator, "emulated_device.h", "ptx_support.h"));
        List<Unit> objects = new ArrayList<>();
        List<String> runtimeFlags = new ArrayList<>(List.of("-O2"));
        if (form == Form.ASAN) {
            runtimeFlags.add("-DEMULATOR_ASAN");
        }
        for (Path source : files(emulator, ".cpp")) {
            objects.add(new Unit(source, runtimeFlags, runtimeHeaders));
        }
        List<String> kernelFlags = new ArrayList<>(List.of(
                form == Form.SHIM ? "-O2" : "-O1",
                "-ffp-contract=off",
                "-w",
                "-I" + kernels,
                "-I" + emulator,
                "-x",
                "c++"));
        if (form == Form.ASAN) {
            kernelFlags.addAll(ASAN);
        }
        List<Path> sources = new ArrayList<>(form == Form.PTX ? translated(output) : files(kernels, "_kernels.cu"));
        if (form != Form.PTX) {
            sources.addAll(files(module.resolve("src/test/cuda"), "_kernels.cu"));
        }
        for (Path source : sources) {
            objects.add(new Unit(source, kernelFlags, kernelHeaders));
        }
        compile(objects, output);
        String stamp =
                String.join("\n", objects.stream().map(object -> object.key).toList());
        Path stampFile = output.resolve("stamp");
        if (Files.exists(form.library())
                && Files.exists(stampFile)
                && Files.readString(stampFile).equals(stamp)) {
            return;
        }
        Path linked = output.resolve("libcuda.so.1.new");
        List<String> command = new ArrayList<>(
                List.of("g++", "-shared", "-pthread", "-Wl,-soname,libcuda.so.1", "-o", linked.toString()));
        objects.forEach(object -> command.add(object.file(output).toString()));
        command.addAll(
                form == Form.ASAN
                        ? List.of("-fsanitize=address,undefined")
                        : List.of("-static-libstdc++", "-static-libgcc"));
        run(command);
        if (form == Form.ASAN) {
            linkSanitizer(output.resolve("libasan.so"));
        }
        // A library that a process has loaded must not change under it.
        Files.move(linked, form.library(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        Files.writeString(stampFile, stamp);
    }

    /** A process has to load the sanitizer's library first; here it lies under a fixed name. */
    private static void linkSanitizer(Path link) throws IOException, InterruptedException {
        Process compiler = new ProcessBuilder("g++", "-print-file-name=libasan.so").start();
        String library = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        compiler.waitFor();
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(library).toRealPath());
    }

    /** C++ of the PTX texts that ship, written only where it changed. */
    private List<Path> translated(Path output) throws IOException {
        List<Path> sources = new ArrayList<>();
        List<Path> texts = new ArrayList<>(files(module.resolve("src/main/resources/io/algeon/cuda/ptx"), ".ptx"));
        texts.addAll(files(module.resolve("src/test/ptx"), ".ptx"));
        for (Path ptx : texts) {
            String code = PtxTranslator.translate(Files.readString(ptx, StandardCharsets.US_ASCII));
            Path source = output.resolve(ptx.getFileName() + ".cpp");
            if (!Files.exists(source) || !Files.readString(source).equals(code)) {
                Files.writeString(source, code);
            }
            sources.add(source);
        }
        return sources;
    }

    /** A source and everything that its object depends on. */
    private static final class Unit {
        private final Path source;
        private final List<String> flags;
        private final String key;

        Unit(Path source, List<String> flags, List<String> headers) throws IOException {
            this.source = source;
            this.flags = flags;
            this.key = hash((flags + "\n" + headers + "\n" + source.getFileName() + "\n" + Files.readString(source))
                    .getBytes(StandardCharsets.UTF_8));
        }

        Path file(Path output) {
            return output.resolve(source.getFileName() + "." + key.substring(0, 16) + ".o");
        }
    }

    private static void compile(List<Unit> objects, Path output) throws IOException, InterruptedException {
        Map<Process, Unit> running = new TreeMap<>((one, other) -> Long.compare(one.pid(), other.pid()));
        int processors = Math.max(1, Runtime.getRuntime().availableProcessors());
        List<Unit> waiting = new ArrayList<>(objects);
        waiting.removeIf(object -> Files.exists(object.file(output)));
        while (!waiting.isEmpty() || !running.isEmpty()) {
            while (!waiting.isEmpty() && running.size() < processors) {
                Unit object = waiting.remove(0);
                discardOlder(object, output);
                List<String> command = new ArrayList<>(COMPILE);
                command.addAll(object.flags);
                command.add(object.source.toString());
                command.addAll(List.of("-o", object.file(output) + ".new"));
                running.put(new ProcessBuilder(command).inheritIO().start(), object);
            }
            for (Process process : List.copyOf(running.keySet())) {
                if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                    Unit object = running.remove(process);
                    if (process.exitValue() != 0) {
                        running.keySet().forEach(Process::destroy);
                        throw new IOException("g++ fails on " + object.source);
                    }
                    Files.move(
                            Path.of(object.file(output) + ".new"),
                            object.file(output),
                            StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void discardOlder(Unit object, Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith(object.source.getFileName() + ".")) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("Exit status " + status + " of " + String.join(" ", command));
        }
    }

    private static List<Path> files(Path folder, String... endings) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> hashes(Path folder, String... endings) throws IOException {
        List<String> hashes = new ArrayList<>();
        for (Path file : files(folder, endings)) {
            hashes.add(folder.relativize(file) + " " + hash(Files.readAllBytes(file)));
        }
        return hashes;
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
