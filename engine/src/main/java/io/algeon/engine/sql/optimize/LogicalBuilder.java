package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.sql.tablefunction.TableFunctionRel;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.plan.RelOptSamplingParameters;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Sample;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Spool;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's tree in the logical form. Projections that only choose or repeat columns vanish: a {@link Relation} keeps
 * the columns that stand for the tree's fields apart from the node. Sub-queries become joins on the way.
 */
final class LogicalBuilder {
    /** A node, and the column behind each field of the relational tree. */
    record Relation(LogicalNode node, List<Column> fields) {}

    private final ScalarTranslator translator;
    private final QueryColumns columns;
    private final SubQueries subQueries;
    private final TableFunctionBuilder tableFunctions;
    private final RecursiveQueries recursiveQueries;

    /** Columns behind the fields of the rows that correlation variables stand for. */
    private final Map<CorrelationId, List<Column>> correlated = new HashMap<>();

    LogicalBuilder(ScalarTranslator translator, ConstantFolder folder, QueryColumns columns) {
        this.translator = translator;
        this.columns = columns;
        this.subQueries = new SubQueries(this, translator, folder, columns);
        this.tableFunctions = new TableFunctionBuilder(this, translator, folder, columns);
        this.recursiveQueries = new RecursiveQueries(this, translator, columns);
    }

    Relation build(RelNode rel) {
        columns.checkCancelled();
        if (rel instanceof TableScan scan) {
            return scan(scan);
        } else if (rel instanceof Filter filter) {
            return filter(filter);
        } else if (rel instanceof Project project) {
            return project(project);
        } else if (rel instanceof Join join) {
            return join(join);
        } else if (rel instanceof Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (rel instanceof Sort sort) {
            return sort(sort);
        } else if (rel instanceof Union union) {
            return union(union);
        } else if (rel instanceof Intersect || rel instanceof Minus) {
            return setOperation((SetOp) rel);
        } else if (rel instanceof Values values) {
            return values(values);
        } else if (rel instanceof Correlate correlate) {
            return correlate(correlate);
        } else if (rel instanceof TableFunctionRel call) {
            return tableFunctions.build(call);
        } else if (rel instanceof Uncollect uncollect) {
            return uncollect(uncollect);
        } else if (rel instanceof RepeatUnion union) {
            return recursiveQueries.build(union);
        } else if (rel instanceof Spool spool) {
            // where Calcite would keep the rows of a recursive query
            return build(spool.getInput());
        } else if (rel instanceof Sample sample) {
            return sample(sample);
        }
        throw new EngineException(
                ErrorCode.UNSUPPORTED_OPERATOR,
                "The query needs the operator " + rel.getRelTypeName().replaceFirst("^Logical", "")
                        + ", which is not available.");
    }

    /** The column behind a field of a correlation variable. */
    Column correlated(CorrelationId variable, int field) {
        List<Column> fields = correlated.get(variable);
        if (fields == null) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_OPERATOR,
                    "The query refers to an outer query in a place where that is not possible.");
        }
        return fields.get(field);
    }

    private void bind(Set<CorrelationId> variables, List<Column> fields) {
        for (CorrelationId variable : variables) {
            correlated.put(variable, fields);
        }
    }

    private Relation sample(Sample sample) {
        Relation input = build(sample.getInput());
        RelOptSamplingParameters parameters = sample.getSamplingParameters();
        Long seed = parameters.isRepeatable() ? (long) parameters.getRepeatableSeed() : null;
        return new Relation(
                new LogicalNode.Sample(
                        input.node(), parameters.sampleRate.doubleValue(), !parameters.isBernoulli(), seed),
                input.fields());
    }

    private Relation uncollect(Uncollect uncollect) {
        Relation input = build(uncollect.getInput());
        List<Column> elements = new ArrayList<>();
        for (RelDataTypeField field : uncollect.getRowType().getFieldList()) {
            SqlType type = translator.type(field.getType()).withNullable(true);
            elements.add(columns.create(field.getName(), type, ColumnFacts.unknown(type, 1e6)));
        }
        List<Column> fields = List.copyOf(elements);
        Column number = null;
        if (uncollect.withOrdinality) {
            SqlType type = SqlTypes.BIGINT.withNullable(true);
            number = columns.create("ordinality", type, ColumnFacts.unknown(type, 1e6));
            elements.remove(elements.size() - 1);
        }
        return numbered(new LogicalNode.Unnest(input.node(), input.fields(), elements, number, false), fields, number);
    }

    /** With the number of the type that the query expects. */
    private Relation numbered(LogicalNode unnest, List<Column> fields, @Nullable Column number) {
        if (number == null) {
            return new Relation(unnest, fields);
        }
        Column last = fields.get(fields.size() - 1);
        Expr value = last.type().equals(number.type())
                ? number.reference()
                : new Expr.Cast(number.reference(), last.type(), false);
        return new Relation(new LogicalNode.Compute(unnest, List.of(last), List.of(value)), fields);
    }

    private Relation scan(TableScan scan) {
        Relation recursive = recursiveQueries.scan(scan);
        if (recursive != null) {
            return recursive;
        }
        TableSource table = scan.getTable().unwrap(TableSource.class);
        if (table == null) {
            throw new EngineException(
                    ErrorCode.INTERNAL,
                    "The table " + String.join(".", scan.getTable().getQualifiedName()) + " has no source.");
        }
        TableStatistics statistics = table.statistics();
        List<Column> fields = new ArrayList<>();
        int number = columns.nextScan();
        for (ColumnDef definition : table.definition().columns()) {
            int position = fields.size();
            ColumnStatistics known = position < statistics.columns().size()
                    ? statistics.columns().get(position)
                    : null;
            fields.add(columns.create(
                    definition.name(),
                    definition.type(),
                    ColumnFacts.of(
                            definition.type(),
                            known == null ? ColumnStatistics.UNKNOWN : known,
                            statistics.rowCount(),
                            () -> table.distinct(List.of(position))),
                    new QueryColumns.Origin(number, table, position)));
        }
        return new Relation(new LogicalNode.Scan(table, fields), fields);
    }

    private Relation filter(Filter filter) {
        Relation input = build(filter.getInput());
        bind(filter.getVariablesSet(), input.fields());
        return new Relation(restrict(input, filter.getCondition()), input.fields());
    }

    /** Keeps the rows of a relation for which a condition, possibly with sub-queries, is true. */
    private LogicalNode restrict(Relation input, RexNode condition) {
        List<Expr> plain = new ArrayList<>();
        List<RexNode> withSubQueries = new ArrayList<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
            if (SubQueries.isIn(conjunct)) {
                withSubQueries.add(conjunct);
            } else {
                plain.add(subQueries.translate(conjunct, input.fields()));
            }
        }
        LogicalNode node = filter(input.node(), plain);
        for (RexNode conjunct : withSubQueries) {
            node = subQueries.restrict(node, conjunct, input.fields());
        }
        return node;
    }

    static LogicalNode filter(LogicalNode input, List<Expr> conditions) {
        List<Expr> conjuncts = ExprTrees.conjuncts(conditions);
        return conjuncts.isEmpty() ? input : new LogicalNode.Filter(input, conjuncts);
    }

    private Relation project(Project project) {
        Relation input = build(project.getInput());
        bind(project.getVariablesSet(), input.fields());
        Windows windows = new Windows(subQueries, translator, columns, input.node());
        LogicalNode node = windows.add(project.getProjects(), input.fields());
        List<Column> fields = new ArrayList<>();
        List<Column> computed = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        Map<Expr, Column> known = new HashMap<>();
        BitSet own = ExprTrees.ids(input.fields());
        for (int i = 0; i < project.getProjects().size(); i++) {
            SubQueries.Value value =
                    subQueries.value(node, project.getProjects().get(i), input.fields(), windows.columns());
            node = value.node();
            Expr expression = value.expression();
            if (expression instanceof Expr.InputRef reference
                    && (isProduced(reference, own, project, i) || windows.produces(reference.column()))) {
                fields.add(columns.column(reference.column()));
                continue;
            }
            Column column = known.get(expression);
            if (column == null) {
                column = columns.create(
                        project.getRowType().getFieldList().get(i).getName(), expression);
                known.put(expression, column);
                computed.add(column);
                expressions.add(expression);
            }
            fields.add(column);
        }
        return new Relation(computed.isEmpty() ? node : new LogicalNode.Compute(node, computed, expressions), fields);
    }

    /** Whether a projected reference is to the projection's input, not to the row of an outer query. */
    private static boolean isProduced(Expr.InputRef reference, BitSet own, Project project, int field) {
        return own.get(reference.column())
                || SubQueries.isIn(project.getProjects().get(field));
    }

    private Relation join(Join join) {
        Relation left = build(join.getLeft());
        Relation right = build(join.getRight());
        List<Column> fields = new ArrayList<>(left.fields());
        fields.addAll(right.fields());
        bind(join.getVariablesSet(), fields);
        JoinRelType kind = join.getJoinType();
        if (kind == JoinRelType.INNER) {
            LogicalNode cross =
                    new LogicalNode.Join(left.node(), right.node(), LogicalNode.Pairing.INNER, List.of(), null);
            return new Relation(restrict(new Relation(cross, fields), join.getCondition()), fields);
        }
        LogicalNode leftNode = left.node();
        LogicalNode rightNode = right.node();
        List<Expr> conjuncts = new ArrayList<>();
        List<RexNode> overBoth = new ArrayList<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
            if (SubQueries.isIn(conjunct)) {
                int leftCount = left.fields().size();
                ImmutableBitSet used = SubQueries.fieldsOf(conjunct, join.getVariablesSet());
                if (used.length() <= leftCount) {
                    SubQueries.Value value = subQueries.value(leftNode, conjunct, fields);
                    leftNode = value.node();
                    conjuncts.add(value.expression());
                } else if (used.nextSetBit(0) >= leftCount) {
                    SubQueries.Value value = subQueries.value(rightNode, conjunct, fields);
                    rightNode = value.node();
                    conjuncts.add(value.expression());
                } else {
                    overBoth.add(conjunct);
                }
            } else {
                conjuncts.add(subQueries.translate(conjunct, fields));
            }
        }
        if (!overBoth.isEmpty()) {
            boolean leftPadded = kind == JoinRelType.RIGHT;
            if (kind == JoinRelType.FULL) {
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_OPERATOR,
                        "A sub-query in the condition of a full join refers to both sides of the join. Move it into a"
                                + " derived table of one side.");
            }
            Pairs pairs = pairs(
                    new Relation(leftNode, left.fields()),
                    new Relation(rightNode, right.fields()),
                    conjuncts,
                    RexUtil.composeConjunction(join.getCluster().getRexBuilder(), overBoth),
                    join.getVariablesSet());
            LogicalNode padded = new LogicalNode.Join(
                    leftPadded ? leftNode : rightNode,
                    pairs.node,
                    LogicalNode.Pairing.INNER,
                    leftPadded ? pairs.ofLeft : pairs.ofRight,
                    null);
            conjuncts.addAll(leftPadded ? pairs.ofRight : pairs.ofLeft);
            leftNode = leftPadded ? padded : leftNode;
            rightNode = leftPadded ? rightNode : padded;
        }
        conjuncts = ExprTrees.conjuncts(conjuncts);
        return switch (kind) {
            case LEFT -> joined(leftNode, rightNode, LogicalNode.Pairing.LEFT, conjuncts, fields);
            case RIGHT -> joined(rightNode, leftNode, LogicalNode.Pairing.LEFT, conjuncts, fields);
            case FULL -> joined(leftNode, rightNode, LogicalNode.Pairing.FULL, conjuncts, fields);
            case SEMI -> joined(leftNode, rightNode, LogicalNode.Pairing.SEMI, conjuncts, left.fields());
            case ANTI -> joined(leftNode, rightNode, LogicalNode.Pairing.ANTI, conjuncts, left.fields());
            default ->
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_OPERATOR, "The query needs a " + kind + " join, which is not available.");
        };
    }

    /**
     * Distinct values of columns of two relations for which a condition over both is true, and the equalities of these
     * values with the columns of each.
     */
    private record Pairs(LogicalNode node, List<Expr> ofLeft, List<Expr> ofRight) {}

    /**
     * Evaluates a condition with sub-queries once for each pair of values that it reads, apart from the outer join that it
     * belongs to.
     *
     * @param conjuncts what else the joined rows fulfil
     */
    private Pairs pairs(
            Relation left, Relation right, List<Expr> conjuncts, RexNode condition, Set<CorrelationId> variables) {
        List<Column> fields = new ArrayList<>(left.fields());
        fields.addAll(right.fields());
        PaddedColumns padded = new PaddedColumns(left.node(), right.node());
        Renumbering renumbering = new Renumbering(columns);
        LogicalNode copy = renumbering.copy(
                new LogicalNode.Join(left.node(), right.node(), LogicalNode.Pairing.INNER, conjuncts, null));
        List<Column> copies = new ArrayList<>();
        fields.forEach(field -> copies.add(renumbering.copyOf(field)));
        Set<Column> groups = new LinkedHashSet<>();
        List<Expr> ofLeft = new ArrayList<>();
        List<Expr> ofRight = new ArrayList<>();
        for (int field : SubQueries.fieldsOf(condition, variables)) {
            Column column = fields.get(field);
            if (groups.add(copies.get(field))) {
                (field < left.fields().size() ? ofLeft : ofRight).add(padded.same(column, column, copies.get(field)));
            }
        }
        LogicalNode values = LogicalNode.Aggregate.of(copy, List.copyOf(groups), List.of());
        bind(variables, copies);
        LogicalNode chosen = restrict(new Relation(values, copies), condition);
        bind(variables, fields);
        return new Pairs(chosen, ofLeft, ofRight);
    }

    private static Relation joined(
            LogicalNode left,
            LogicalNode right,
            LogicalNode.Pairing pairing,
            List<Expr> conjuncts,
            List<Column> fields) {
        return new Relation(new LogicalNode.Join(left, right, pairing, conjuncts, null), fields);
    }

    private Relation correlate(Correlate correlate) {
        Relation left = build(correlate.getLeft());
        bind(Set.of(correlate.getCorrelationId()), left.fields());
        Relation right = build(correlate.getRight());
        List<Column> fields = new ArrayList<>(left.fields());
        LogicalNode.Pairing pairing = switch (correlate.getJoinType()) {
            case INNER -> LogicalNode.Pairing.INNER;
            case LEFT -> LogicalNode.Pairing.LEFT;
            case SEMI -> LogicalNode.Pairing.SEMI;
            case ANTI -> LogicalNode.Pairing.ANTI;
            default ->
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_OPERATOR,
                        "A lateral " + correlate.getJoinType() + " join is not possible.");
        };
        if (pairing.hasRightColumns()) {
            fields.addAll(right.fields());
        }
        return new Relation(subQueries.lateral(left.node(), right.node(), pairing), fields);
    }

    private Relation aggregate(Aggregate aggregate) {
        Relation input = build(aggregate.getInput());
        Map<Integer, Integer> positions = new LinkedHashMap<>();
        List<Column> groups = new ArrayList<>();
        List<Integer> fieldPositions = new ArrayList<>();
        for (int field : aggregate.getGroupSet()) {
            Column column = input.fields().get(field);
            Integer position = positions.putIfAbsent(column.id(), groups.size());
            if (position == null) {
                position = groups.size();
                groups.add(column);
            }
            fieldPositions.add(position);
        }
        boolean simple = aggregate.getGroupType() == Aggregate.Group.SIMPLE;
        List<Column> outputs = groups;
        List<List<Integer>> sets = new ArrayList<>();
        Column setNumber = null;
        if (!simple) {
            outputs = new ArrayList<>();
            for (Column group : groups) {
                outputs.add(columns.copy(group, true));
            }
            setNumber = columns.create(
                    "grouping_set",
                    SqlTypes.BIGINT.withNullable(false),
                    new ColumnFacts(
                            aggregate.getGroupSets().size(),
                            0,
                            aggregate.getGroupSets().size(),
                            0,
                            1,
                            true));
        }
        for (ImmutableBitSet set : aggregate.getGroupSets()) {
            List<Integer> members = new ArrayList<>();
            for (int field : set) {
                Integer position = Objects.requireNonNull(
                        positions.get(input.fields().get(field).id()));
                if (!members.contains(position)) {
                    members.add(position);
                }
            }
            sets.add(members);
        }
        List<Column> fields = new ArrayList<>();
        for (int position : fieldPositions) {
            fields.add(outputs.get(position));
        }
        FilteredArguments filtered = new FilteredArguments(input.node(), columns);
        List<LogicalNode.Call> calls = new ArrayList<>();
        List<Column> computed = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
            AggregateCall call = aggregate.getAggCallList().get(i);
            String name =
                    call.getName() == null ? call.getAggregation().getName().toLowerCase(Locale.ROOT) : call.getName();
            if (isGrouping(call)) {
                Expr expression = grouping(aggregate, call, setNumber);
                Column column = columns.create(name, expression);
                computed.add(column);
                expressions.add(expression);
                fields.add(column);
                continue;
            }
            LogicalNode.Call converted = call(aggregate, call, name, argumentsOf(call, input.fields(), filtered));
            LogicalNode.Call same = same(calls, converted);
            if (same == null) {
                calls.add(converted);
                same = converted;
            }
            fields.add(same.output());
        }
        LogicalNode node = new LogicalNode.Aggregate(filtered.input(), groups, outputs, sets, calls, setNumber);
        return new Relation(computed.isEmpty() ? node : new LogicalNode.Compute(node, computed, expressions), fields);
    }

    /** The fields of an aggregate's input as one call reads them. */
    private static List<Column> argumentsOf(AggregateCall call, List<Column> fields, FilteredArguments filtered) {
        if (call.filterArg < 0) {
            return fields;
        }
        Set<Integer> read = new HashSet<>(call.getArgList());
        read.addAll(call.getCollation().getKeys());
        List<Column> arguments = new ArrayList<>(fields);
        for (int field : read) {
            arguments.set(field, filtered.guard(fields.get(field), fields.get(call.filterArg)));
        }
        return arguments;
    }

    private static LogicalNode.@Nullable Call same(List<LogicalNode.Call> calls, LogicalNode.Call wanted) {
        for (LogicalNode.Call call : calls) {
            if (call.function().equals(wanted.function())
                    && call.arguments().equals(wanted.arguments())
                    && call.distinct() == wanted.distinct()
                    && call.filter() == wanted.filter()
                    && call.order().equals(wanted.order())
                    && call.output().type().equals(wanted.output().type())) {
                return call;
            }
        }
        return null;
    }

    private LogicalNode.Call call(Aggregate aggregate, AggregateCall call, String name, List<Column> fields) {
        String function = translator.aggregateFunction(call.getAggregation());
        // the arguments that may be NULL are all that is left of them, as for COUNT
        function = function.equals("regr_count") ? "count" : function;
        List<RelDataTypeField> inputFields = aggregate.getInput().getRowType().getFieldList();
        List<Integer> arguments = new ArrayList<>();
        for (int argument : call.getArgList()) {
            arguments.add(fields.get(argument).id());
        }
        boolean distinct = call.isDistinct() && !function.equals("min") && !function.equals("max");
        if (function.equals("count")
                && !distinct
                && arguments.size() == 1
                && !inputFields.get(call.getArgList().get(0)).getType().isNullable()) {
            arguments = List.of();
        }
        int filter = call.filterArg < 0 ? -1 : fields.get(call.filterArg).id();
        SqlType type = translator.type(call.getType());
        ColumnFacts known;
        if (Set.of("min", "max", "any_value", "single_value").contains(function) && !arguments.isEmpty()) {
            known = columns.facts(arguments.get(0));
        } else {
            known = ColumnFacts.unknown(
                    type,
                    fields.isEmpty() ? 1 : columns.facts(fields.get(0).id()).originRows());
        }
        return new LogicalNode.Call(
                function,
                List.copyOf(arguments),
                distinct,
                filter,
                orders(call.getCollation(), fields),
                columns.create(name, type, known));
    }

    private static boolean isGrouping(AggregateCall call) {
        SqlKind kind = call.getAggregation().getKind();
        return kind == SqlKind.GROUPING || kind == SqlKind.GROUP_ID;
    }

    /** GROUPING: bit i from the right is set if the i-th argument from the right is not in the row's grouping set. */
    private Expr grouping(Aggregate aggregate, AggregateCall call, @Nullable Column setNumber) {
        SqlType type = translator.type(call.getType());
        List<Expr.Case.When> branches = new ArrayList<>();
        Expr last = literal(0, type);
        for (int i = 0; i < aggregate.getGroupSets().size(); i++) {
            ImmutableBitSet set = aggregate.getGroupSets().get(i);
            long bits = 0;
            for (int argument : call.getArgList()) {
                bits = bits << 1 | (set.get(argument) ? 0 : 1);
            }
            last = literal(bits, type);
            if (setNumber != null) {
                branches.add(new Expr.Case.When(
                        ExprTrees.call("equal", setNumber.reference(), literal(i, setNumber.type())), last));
            }
        }
        if (branches.size() <= 1) {
            return last;
        }
        return new Expr.Case(branches.subList(0, branches.size() - 1), last, type);
    }

    private static Expr.Literal literal(long value, SqlType type) {
        return switch (type.physicalKind()) {
            case INT32 -> new Expr.Literal((int) value, type);
            default -> new Expr.Literal(value, type);
        };
    }

    private Relation sort(Sort sort) {
        Relation input = build(sort.getInput());
        Expr limit = sort.fetch == null ? null : subQueries.translate(sort.fetch, input.fields());
        Expr offset = sort.offset == null ? null : subQueries.translate(sort.offset, input.fields());
        return new Relation(
                LogicalNode.Sort.of(
                        input.node(), orders(sort.getCollation(), input.fields()), bigint(limit), bigint(offset)),
                input.fields());
    }

    private static @Nullable Expr bigint(@Nullable Expr count) {
        if (count == null) {
            return null;
        }
        if (count instanceof Expr.Literal literal && literal.value() != null) {
            return new Expr.Literal((long) ColumnFacts.real(literal), SqlTypes.BIGINT);
        }
        if (count instanceof Expr.Parameter parameter) {
            return new Expr.Parameter(parameter.index(), SqlTypes.BIGINT);
        }
        return count.type().equals(SqlTypes.BIGINT) ? count : new Expr.Cast(count, SqlTypes.BIGINT, false);
    }

    private static List<LogicalNode.Order> orders(RelCollation collation, List<Column> fields) {
        List<LogicalNode.Order> orders = new ArrayList<>();
        for (RelFieldCollation key : collation.getFieldCollations()) {
            boolean descending = key.direction.isDescending();
            boolean nullsFirst = switch (key.nullDirection) {
                case FIRST -> true;
                case LAST -> false;
                case UNSPECIFIED -> descending;
            };
            int column = fields.get(key.getFieldIndex()).id();
            if (orders.stream().noneMatch(order -> order.column() == column)) {
                orders.add(new LogicalNode.Order(column, descending, nullsFirst));
            }
        }
        return orders;
    }

    private Relation union(Union union) {
        List<LogicalNode> inputs = new ArrayList<>();
        List<List<Column>> arguments = new ArrayList<>();
        for (RelNode input : union.getInputs()) {
            Relation relation = build(input);
            inputs.add(relation.node());
            arguments.add(relation.fields());
        }
        List<Column> outputs = outputs(union, arguments.get(0));
        LogicalNode all = new LogicalNode.UnionAll(alignInputs(inputs, arguments, outputs), arguments, outputs);
        return new Relation(union.all ? all : LogicalNode.Aggregate.of(all, outputs, List.of()), outputs);
    }

    private Relation setOperation(SetOp operation) {
        Relation result = build(operation.getInput(0));
        for (int i = 1; i < operation.getInputs().size(); i++) {
            Relation right = build(operation.getInput(i));
            List<Column> outputs = outputs(operation, result.fields());
            List<LogicalNode> inputs = new ArrayList<>(List.of(result.node(), right.node()));
            List<List<Column>> arguments = new ArrayList<>(List.of(result.fields(), right.fields()));
            inputs = alignInputs(inputs, arguments, outputs);
            result = new Relation(
                    new LogicalNode.SetOperation(
                            inputs.get(0),
                            inputs.get(1),
                            arguments.get(0),
                            arguments.get(1),
                            operation instanceof Minus,
                            operation.all,
                            outputs),
                    outputs);
        }
        return result;
    }

    private List<Column> outputs(SetOp operation, List<Column> first) {
        List<Column> outputs = new ArrayList<>();
        List<RelDataTypeField> fields = operation.getRowType().getFieldList();
        for (int i = 0; i < fields.size(); i++) {
            outputs.add(columns.create(
                    fields.get(i).getName(),
                    translator.type(fields.get(i).getType()),
                    columns.facts(first.get(i).id())));
        }
        return outputs;
    }

    /** Casts the columns of set operations' inputs where their types differ from the output's; changes both lists. */
    private List<LogicalNode> alignInputs(
            List<LogicalNode> inputs, List<List<Column>> arguments, List<Column> outputs) {
        for (int i = 0; i < inputs.size(); i++) {
            List<Column> aligned = new ArrayList<>();
            List<Column> computed = new ArrayList<>();
            List<Expr> expressions = new ArrayList<>();
            for (int j = 0; j < outputs.size(); j++) {
                Column argument = arguments.get(i).get(j);
                SqlType type = outputs.get(j).type();
                if (!argument.type().withNullable(true).equals(type.withNullable(true))) {
                    Expr cast = new Expr.Cast(
                            argument.reference(),
                            type.withNullable(argument.type().nullable()),
                            false);
                    argument = columns.create(argument.name(), cast);
                    computed.add(argument);
                    expressions.add(cast);
                }
                aligned.add(argument);
            }
            arguments.set(i, aligned);
            if (!computed.isEmpty()) {
                inputs.set(i, new LogicalNode.Compute(inputs.get(i), computed, expressions));
            }
        }
        return inputs;
    }

    private Relation values(Values values) {
        RexBuilder builder = values.getCluster().getRexBuilder();
        List<RelDataTypeField> types = values.getRowType().getFieldList();
        List<List<Expr>> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<Expr> row = new ArrayList<>();
            for (int i = 0; i < tuple.size(); i++) {
                // a row's literal may keep a type of its own, such as DECIMAL in a column of DOUBLE
                row.add(translator.translate(
                        builder.makeAbstractCast(types.get(i).getType(), tuple.get(i), false)));
            }
            rows.add(row);
        }
        List<Column> fields = new ArrayList<>();
        for (RelDataTypeField field : values.getRowType().getFieldList()) {
            SqlType type = translator.type(field.getType());
            fields.add(columns.create(field.getName(), type, ColumnFacts.unknown(type, rows.size() * 4.0)));
        }
        return new Relation(new LogicalNode.Values(rows, fields), fields);
    }
}
