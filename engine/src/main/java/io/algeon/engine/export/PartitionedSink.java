package io.algeon.engine.export;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a folder of {@code key=value} folders. Each worker has files of its own in each partition, a bounded number of them
 * open: the one that was not written to for the longest time is completed when there are too many.
 *
 * <p>Everything goes to a hidden folder beside the target, which takes its place at the end; of a folder that is added to,
 * the new files are moved one by one.
 */
final class PartitionedSink implements Sink {
    private static final int OPEN_FILES = 64;
    private static final String NULL_VALUE = "__HIVE_DEFAULT_PARTITION__";

    private final Path target;
    private final Path folder;
    private final List<ColumnDef> columns;
    private final ExportOptions options;
    private final ExecutionContext context;
    private final AtomicLong rows;
    private final AtomicInteger fileNumber = new AtomicInteger();
    private final String fileStem;
    private boolean finished;

    PartitionedSink(
            Path target, List<ColumnDef> columns, ExportOptions options, ExecutionContext context, AtomicLong rows) {
        this.target = target;
        this.columns = List.copyOf(columns);
        this.options = options;
        this.context = context;
        this.rows = rows;
        this.folder = PartialFile.hidden(target);
        boolean exists = Files.exists(target);
        if (exists && !Files.isDirectory(target)) {
            throw new EngineException(
                    ErrorCode.SOURCE_UNWRITABLE,
                    "'" + target + "' is a file, and partitions need a folder. Name another one.");
        }
        if (exists && !options.overwrite() && !options.append() && !isEmpty(target)) {
            throw new EngineException(
                    ErrorCode.SOURCE_UNWRITABLE,
                    "'" + target
                            + "' is not empty. Add OVERWRITE to replace what is in it, or APPEND to add files to it.");
        }
        this.fileStem = options.append() ? "data_" + Long.toString(System.currentTimeMillis(), 36) + "_" : "data_";
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw PartialFile.unwritable(target, e);
        }
    }

    private static boolean isEmpty(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        } catch (IOException e) {
            throw PartialFile.unwritable(directory, e);
        }
    }

    @Override
    public Local open(WorkerContext worker) {
        return new Divider();
    }

    @Override
    public void finish(Crew crew) {
        context.cancellation().check();
        try {
            if (options.append() && Files.exists(target)) {
                moveFiles();
            } else if (Files.exists(target)) {
                Path old = PartialFile.hidden(target);
                Files.move(target, old);
                Files.move(folder, target);
                delete(old);
            } else {
                Files.move(folder, target);
            }
            finished = true;
        } catch (IOException e) {
            throw PartialFile.unwritable(target, e);
        }
    }

    private void moveFiles() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path to = target.resolve(folder.relativize(file).toString());
            Files.createDirectories(to.getParent());
            PartialFile.move(file, to);
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public void close() {
        try {
            delete(folder);
        } catch (IOException e) {
            // a hidden folder that stays is no table
            finished = false;
        }
    }

    private final class Divider implements Local {
        /** Open files by the path of their folder, the one written to last at the end. */
        private final Map<String, Output> open = new LinkedHashMap<>(16, 0.75f, true);

        private final TextSink text = new TextSink();
        private final List<Integer> fileColumns = options.fileColumns();
        private final @Nullable ColumnVector[] gathered = new @Nullable ColumnVector[fileColumns.size()];
        private long written;

        @Override
        public boolean accept(Batch batch) {
            context.cancellation().check();
            Map<String, int[]> divided = new LinkedHashMap<>();
            Map<String, Integer> counts = new LinkedHashMap<>();
            for (int row = 0; row < batch.rowCount(); row++) {
                String key = folderOf(batch, row);
                int[] members = divided.computeIfAbsent(key, any -> new int[batch.rowCount()]);
                int count = counts.merge(key, 1, Integer::sum);
                members[count - 1] = row;
            }
            for (Map.Entry<String, int[]> entry : divided.entrySet()) {
                int count = counts.getOrDefault(entry.getKey(), 0);
                ColumnVector[] vectors = new ColumnVector[fileColumns.size()];
                for (int i = 0; i < vectors.length; i++) {
                    ColumnVector vector = batch.column(fileColumns.get(i));
                    if (count < batch.rowCount()) {
                        ColumnVector reuse = gathered[i];
                        vector = vector.gather(entry.getValue(), count, reuse == null ? vector : reuse);
                        gathered[i] = vector;
                    }
                    vectors[i] = vector;
                }
                output(entry.getKey()).part.write(new Batch(vectors, count));
            }
            written += batch.rowCount();
            return true;
        }

        private String folderOf(Batch batch, int row) {
            StringBuilder path = new StringBuilder();
            for (int column : options.partitionColumns()) {
                path.append(path.isEmpty() ? "" : "/")
                        .append(encoded(columns.get(column).name()))
                        .append('=');
                ColumnVector vector = batch.column(column);
                if (vector.isNull(row)) {
                    path.append(NULL_VALUE);
                } else {
                    text.clear();
                    JsonText.plain(text, vector, row, columns.get(column).type());
                    path.append(encoded(new String(text.bytes(), 0, text.size(), StandardCharsets.UTF_8)));
                }
            }
            return path.toString();
        }

        /** Characters that a folder's name cannot have, or that would be read otherwise, as %XX. */
        private static String encoded(String value) {
            if (value.isEmpty()) {
                return "";
            }
            StringBuilder name = new StringBuilder();
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                boolean plain = c > ' ' && "/\\:*?\"<>|%=#".indexOf(c) < 0 && c != 127 || c == ' ';
                name.append(plain ? String.valueOf(c) : URLEncoder.encode(String.valueOf(c), StandardCharsets.UTF_8));
            }
            String result = name.toString().replace("*", "%2A");
            return result.equals(".") || result.equals("..") ? result.replace(".", "%2E") : result;
        }

        private Output output(String key) {
            Output known = open.get(key);
            if (known != null) {
                return known;
            }
            if (open.size() >= OPEN_FILES) {
                Iterator<Output> oldest = open.values().iterator();
                Output least = oldest.next();
                oldest.remove();
                least.complete();
            }
            Path directory = folder.resolve(key);
            try {
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw PartialFile.unwritable(target, e);
            }
            TableWriter writer = options.writer(
                    directory.resolve(fileStem + fileNumber.getAndIncrement() + "." + options.extension()),
                    context.budget());
            Output made;
            try {
                made = new Output(writer, writer.part(context.budget().reservation("writing a partition")));
            } catch (RuntimeException e) {
                writer.close();
                throw e;
            }
            open.put(key, made);
            return made;
        }

        @Override
        public void combine() {
            List<Output> all = new ArrayList<>(open.values());
            open.clear();
            for (int i = 0; i < all.size(); i++) {
                try {
                    all.get(i).complete();
                } catch (RuntimeException e) {
                    all.subList(i, all.size()).forEach(Output::close);
                    throw e;
                }
            }
            rows.addAndGet(written);
        }

        @Override
        public void close() {
            open.values().forEach(Output::close);
            open.clear();
        }
    }

    private static final class Output {
        final TableWriter writer;
        final TableWriter.Part part;

        Output(TableWriter writer, TableWriter.Part part) {
            this.writer = writer;
            this.part = part;
        }

        void complete() {
            try {
                part.finish();
                writer.finish();
            } finally {
                close();
            }
        }

        void close() {
            part.close();
            writer.close();
        }
    }
}
