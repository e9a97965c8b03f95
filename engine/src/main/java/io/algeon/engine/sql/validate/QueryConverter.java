package io.algeon.engine.sql.validate;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.sql.parser.ParsedStatement;
import io.algeon.engine.sql.parser.ReplacingStar;
import io.algeon.engine.sql.parser.StatementParser;
import io.algeon.engine.sql.tablefunction.TableFunctionCalls;
import io.algeon.engine.sql.tablefunction.TableFunctionConverter;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.metadata.RelMetadataQueryBase;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/** Validates a parsed query against a catalog and makes relational algebra of it. One instance a statement. */
public final class QueryConverter {
    /**
     * Sub-queries stay as they are, lists of values become comparisons, nothing is simplified away. Projections are not merged (no
     * bloat): what a sub-query in the outer one refers to would be looked up in the input of the inner one.
     */
    private static final SqlToRelConverter.Config CONFIG = SqlToRelConverter.config()
            .withExpand(false)
            .withTrimUnusedFields(false)
            .withInSubQueryThreshold(Integer.MAX_VALUE)
            .withRelBuilderConfigTransform(config -> config.withBloat(-1)
                    .withSimplify(false)
                    .withSimplifyValues(false)
                    .withSimplifyLimit(false)
                    .withPruneInputOfAggregate(false)
                    .withPushJoinCondition(false));

    /** Views that read views nest at most so deep. */
    private static final int DEEPEST_VIEW = 50;

    private final CatalogReader reader;
    private final @Nullable List<SqlType> givenParameterTypes;
    private final CancellationToken cancellation;

    /**
     * @param currentSchema schema in which unqualified names are looked up first
     * @param givenParameterTypes types for the parameters that nothing else types; null: VARCHAR, and said to be untyped
     * @param cancellation checked often
     */
    public QueryConverter(
            Catalog catalog,
            String currentSchema,
            @Nullable List<SqlType> givenParameterTypes,
            CancellationToken cancellation) {
        this(catalog, currentSchema, Map.of(), givenParameterTypes, cancellation);
    }

    /** @param targets tables that the statement calls {@link #target} */
    public QueryConverter(
            Catalog catalog,
            String currentSchema,
            Map<String, TableSource> targets,
            @Nullable List<SqlType> givenParameterTypes,
            CancellationToken cancellation) {
        this.reader = new CatalogReader(catalog, currentSchema, targets);
        this.givenParameterTypes = givenParameterTypes;
        this.cancellation = cancellation;
    }

    /** The name of a table that the statement brings along. */
    public static SqlIdentifier target(String name, SqlParserPos position) {
        return new SqlIdentifier(List.of(CatalogSchema.TARGETS, name), position.withQuoting(true));
    }

    /** Validates and converts. */
    public ConvertedQuery convert(ParsedStatement.Query parsed) {
        return convert(parsed, Map.of());
    }

    /**
     * Validates and converts.
     *
     * @param parameterTypes types of parameters that are known before, by number
     *
     * @throws io.algeon.metadata.error.EngineException if the query is wrong; the message says where
     */
    public ConvertedQuery convert(ParsedStatement.Query parsed, Map<Integer, SqlType> parameterTypes) {
        try {
            NestingLimit.check(parsed.tree());
            SqlNode tree = rewritten(parsed, reader);
            ParameterTypes parameters = new ParameterTypes(parsed.parameters(), givenParameterTypes, tree);
            parameterTypes.forEach(parameters::preset);
            HepPlanner planner = new HepPlanner(HepProgram.builder().build());
            RelOptCluster cluster = RelOptCluster.create(planner, new RowExpressionBuilder());
            cluster.setMetadataQuerySupplier(NoMetadata::query);
            RelRoot root = convert(tree, parameters, reader, cluster, 0);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < root.fields.size(); i++) {
                String name = root.fields.get(i).getValue();
                names.add(name.startsWith("EXPR$") ? "column" + (i + 1) : name);
            }
            return new ConvertedQuery(root.project(), names, parameters.toList());
        } catch (CalciteContextException e) {
            throw reader.explain(e, parsed.tree());
        } finally {
            // the cluster leaves its metadata provider behind; the thread is the user's
            RelMetadataQueryBase.THREAD_PROVIDERS.remove();
        }
    }

    /** The tree with what Calcite's validator does not know put in words that it does. */
    private static SqlNode rewritten(ParsedStatement.Query parsed, CatalogReader names) {
        GroupByAll.expand(parsed.tree());
        RepeatedGroups.expand(parsed.tree());
        return TableFunctionCalls.bind(NestedAggregates.rewrite(RowsAsJson.rewrite(parsed.tree(), names), names));
    }

    private RelRoot convert(
            SqlNode query, ParameterTypes parameters, CatalogReader names, RelOptCluster cluster, int depth) {
        QueryValidator validator = new QueryValidator(names, parameters, cancellation);
        Map<SqlParserPos, ReplacingStar> stars = ReplacingStar.take(query);
        validator.replaceColumns(stars);
        SqlNode validated = validator.validate(query);
        stars.values().forEach(ReplacingStar::requireUsed);
        validator.settleParameters(validated);
        SqlToRelConverter converter = new TableFunctionConverter(
                (rowType, text, schemaPath, viewPath) -> expand(text, schemaPath.get(0), viewPath, cluster, depth + 1),
                validator,
                names,
                cluster,
                Convertlets.INSTANCE,
                CONFIG);
        return converter.convertQuery(validated, false, true);
    }

    /** The query of a view, which looks up names in the view's schema. */
    private RelRoot expand(String text, String schema, @Nullable List<String> view, RelOptCluster cluster, int depth) {
        if (depth > DEEPEST_VIEW) {
            throw new EngineException(
                    ErrorCode.DEFINITION_INVALID,
                    "The view " + (view == null ? "" : "'" + view.get(view.size() - 1) + "' ")
                            + "reads views that read views, more than " + DEEPEST_VIEW
                            + " deep; it may read itself. Create it again with another query.");
        }
        ParsedStatement.Query parsed = (ParsedStatement.Query) StatementParser.parse(text);
        CatalogReader names = new CatalogReader(reader.catalog(), schema, Map.of());
        try {
            SqlNode tree = rewritten(parsed, names);
            return convert(tree, new ParameterTypes(0, null, tree), names, cluster, depth);
        } catch (CalciteContextException e) {
            throw names.explain(e, parsed.tree());
        }
    }
}
