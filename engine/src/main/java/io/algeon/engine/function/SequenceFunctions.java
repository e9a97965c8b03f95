package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.BOOLEAN;
import static io.algeon.engine.function.TypeFamily.CHARACTER;
import static io.algeon.engine.function.TypeFamily.INTEGER;

import io.algeon.engine.batch.LongVector;
import io.algeon.engine.function.ScalarFunction.Category;
import java.util.ArrayList;
import java.util.List;

/** Numbers of sequences, which are asked of the session at execution. */
final class SequenceFunctions {
    private SequenceFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        all.add(function(Category.SYSTEM, "nextval")
                .takes(ResultTypes.BIGINT, CHARACTER)
                .fallible()
                .volatileResult()
                .says("The next number of a sequence, another for each row.", "nextval('s') < nextval('s')")
                .by(site -> RowFunctions.number(
                        site,
                        (arguments, row) ->
                                site.session().next(arguments.text(0).string(row)))));
        all.add(function(Category.SYSTEM, "currval")
                .takes(ResultTypes.BIGINT, CHARACTER)
                .fallible()
                .volatileResult()
                .says(
                        "The number of a sequence that the session got last; an error if it got none.",
                        "nextval('s') = currval('s')")
                .by(site -> RowFunctions.number(
                        site,
                        (arguments, row) ->
                                site.session().current(arguments.text(0).string(row)))));
        all.add(function(Category.SYSTEM, "lastval")
                .takes(ResultTypes.BIGINT)
                .fallible()
                .volatileResult()
                .says("The number that the session got last of any sequence.", "nextval('s') = lastval()")
                .by(site -> {
                    Buffers buffers = new Buffers();
                    return (VectorFunction) (vectors, rows) -> {
                        LongVector result = buffers.longs(rows);
                        for (int row = 0; row < rows; row++) {
                            result.values()[row] = site.session().last();
                        }
                        return result;
                    };
                }));
        all.add(function(Category.SYSTEM, "setval")
                .takes(ResultTypes.BIGINT, CHARACTER, INTEGER)
                .takes(ResultTypes.BIGINT, CHARACTER, INTEGER, BOOLEAN)
                .fallible()
                .volatileResult()
                .says(
                        "Puts a sequence to a number, which the next one follows, or which is the next one if FALSE is given.",
                        "setval('s', 7) = 7")
                .by(site -> RowFunctions.number(site, (arguments, row) -> {
                    boolean given = site.argumentCount() < 3 || arguments.truth(2, row);
                    site.session().set(arguments.text(0).string(row), arguments.number(1, row), given);
                    return arguments.number(1, row);
                })));
        return all;
    }
}
