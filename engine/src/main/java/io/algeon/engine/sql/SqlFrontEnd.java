package io.algeon.engine.sql;

import io.algeon.engine.plan.FileWrite;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.sql.optimize.ConstantEvaluator;
import io.algeon.engine.sql.optimize.PhysicalPlanner;
import io.algeon.engine.sql.parser.ChangingWith;
import io.algeon.engine.sql.parser.CopySource;
import io.algeon.engine.sql.parser.CopyTarget;
import io.algeon.engine.sql.parser.DataStatement;
import io.algeon.engine.sql.parser.DefinitionStatement;
import io.algeon.engine.sql.parser.ParsedStatement;
import io.algeon.engine.sql.parser.StatementParser;
import io.algeon.engine.sql.statement.ChangePlanner;
import io.algeon.engine.sql.statement.DefinitionPlanner;
import io.algeon.engine.sql.translate.RexTranslator;
import io.algeon.engine.sql.type.TypeMapping;
import io.algeon.engine.sql.validate.ConvertedQuery;
import io.algeon.engine.sql.validate.QueryConverter;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.FilePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.runtime.CalciteException;

/**
 * From SQL text to a planned statement. Thread-safe, without state; the caller caches plans.
 *
 * <pre>
 * text -> StatementParser -> QueryConverter (validate, relational algebra) -> PhysicalPlanner -> PlannedStatement
 * </pre>
 */
public final class SqlFrontEnd {
    private final RexTranslator translator = new RexTranslator();
    private final PhysicalPlanner planner;

    /** @param evaluator computes constant expressions */
    public SqlFrontEnd(ConstantEvaluator evaluator) {
        this.planner = new PhysicalPlanner(translator, evaluator);
    }

    /**
     * Parses, validates and plans one statement. Reads no data, but where small tables are counted for an estimate.
     *
     * @throws io.algeon.metadata.error.EngineException if the statement is wrong or not supported; the message says where
     *     and why
     */
    public PlannedStatement prepare(String sql, PlanningContext context) {
        try {
            return DeepStack.run(sql, () -> planWithHidden(sql, context));
        } catch (EngineException e) {
            throw e;
        } catch (StackOverflowError e) {
            throw new EngineException(
                    ErrorCode.PLANNING_LIMIT_EXCEEDED,
                    "The statement nests too deeply to be planned. Split it, or replace nested expressions by lists.",
                    e);
        } catch (CalciteException e) {
            throw new EngineException(ErrorCode.SQL_INVALID, String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | AssertionError e) {
            // The converter wraps what it meets on its way: a cancellation or a refusal of ours stays what it is.
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof EngineException own) {
                    throw own;
                }
            }
            throw new EngineException(
                    ErrorCode.INTERNAL,
                    "The statement is valid as far as it was checked, but planning it failed: " + reason(e)
                            + " This is a defect of the engine.",
                    e);
        }
    }

    /** The first line of what is known of a failure, as a sentence. */
    private static String reason(Throwable failure) {
        String message =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return message.isEmpty() || message.equals("null") ? "no reason is known." : message + ".";
    }

    /** Plans a statement; again with the hidden columns that it may mean, if it names a column that there is not. */
    private PlannedStatement planWithHidden(String sql, PlanningContext context) {
        try {
            return plan(sql, context);
        } catch (EngineException unknown) {
            Set<String> hidden = HiddenColumns.mentionedIn(sql);
            if (unknown.code() != ErrorCode.FIELD_NOT_FOUND || hidden.isEmpty()) {
                throw unknown;
            }
            return plan(sql, context.withHidden(hidden));
        }
    }

    private PlannedStatement plan(String sql, PlanningContext context) {
        return plan(StatementParser.parse(sql), context);
    }

    private PlannedStatement plan(ParsedStatement parsed, PlanningContext context) {
        if (parsed instanceof ParsedStatement.Query query) {
            return plan(query, context);
        } else if (parsed instanceof ParsedStatement.Explain explain) {
            return new PlannedStatement.Explain(plan(explain.statement(), context), explain.analyze(), explain.json());
        } else if (parsed instanceof ParsedStatement.Describe describe) {
            return plan(QuerySummaries.describe(plan(describe.query(), context).columns()), context);
        } else if (parsed instanceof ParsedStatement.Summarize summarize) {
            List<ColumnDef> columns = plan(summarize.query(), context).columns();
            return plan(QuerySummaries.summarize(summarize.text(), columns), context);
        } else if (parsed instanceof ParsedStatement.SetOption set) {
            return new PlannedStatement.SetOption(set.name(), set.value());
        } else if (parsed instanceof ParsedStatement.ShowOption show) {
            return new PlannedStatement.ShowOption(show.name());
        } else if (parsed instanceof ParsedStatement.UseSchema use) {
            return new PlannedStatement.UseSchema(use.schema());
        }
        if (parsed instanceof CopySource copy) {
            return plan(CopyInsert.text(copy, context), context);
        }
        if (parsed instanceof ChangingWith chain) {
            return ChangePlanner.plan(chain, context, planner, translator);
        }
        if (parsed instanceof DataStatement change) {
            return ChangePlanner.plan(change, context, planner, translator);
        } else if (parsed instanceof DefinitionStatement definition) {
            return DefinitionPlanner.plan(definition, context, planner, translator);
        }
        ParsedStatement.TransactionControl control = (ParsedStatement.TransactionControl) parsed;
        return new PlannedStatement.TransactionControl(control.verb(), control.savepoint());
    }

    private PlannedStatement.Query plan(ParsedStatement.Query parsed, PlanningContext context) {
        QueryConverter converter = new QueryConverter(
                context.catalog(), context.currentSchema(), context.givenParameterTypes(), context.cancellation());
        ConvertedQuery converted = converter.convert(parsed);
        context.cancellation().check();
        PlanNode plan = planner.plan(converted.query(), converted.columnNames(), context.cancellation());
        List<ColumnDef> columns = new ArrayList<>();
        for (int i = 0; i < converted.columnNames().size(); i++) {
            columns.add(new ColumnDef(
                    converted.columnNames().get(i),
                    TypeMapping.toSqlType(
                            converted.query().getRowType().getFieldList().get(i).getType())));
        }
        CopyTarget copy = parsed.copy();
        if (copy != null) {
            FileWrite file =
                    new FileWrite(FilePattern.resolve(context.catalog().directory(), copy.path()), copy.options());
            return new PlannedStatement.Query(
                    new PlanNode.Write(plan, file, columns), List.of(), converted.parameterTypes());
        }
        return new PlannedStatement.Query(plan, columns, converted.parameterTypes());
    }
}
