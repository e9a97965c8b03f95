// The bytecode of expressions; the numbers are those of io.algeon.cuda.expression.Opcode, which documents every instruction.
// An instruction has 16 bytes: op, target register, operand registers a and b, a 32-bit and a 64-bit immediate. Numbers are a
// contract: new operations are added at the end.
#pragma once
#include "../common/types.cuh"

struct Instruction {
  u8 op, target, a, b;
  int small;
  i64 large;
};
static_assert(sizeof(Instruction) == 16, "mirrored by ExpressionProgram");

enum Opcode {
  OP_END = 0, OP_LOAD, OP_CONSTANT, OP_NULL, OP_MOVE, OP_MERGE,
  OP_PUSH_TRUE, OP_PUSH_NOT_TRUE, OP_PUSH_NOT_FALSE, OP_PUSH_NULL, OP_POP, OP_FILTER,
  OP_AND, OP_OR, OP_NOT, OP_IS_NULL, OP_TRUTH, OP_COMPARE, OP_IN_SET,
  OP_INT_ADD, OP_INT_SUBTRACT, OP_INT_MULTIPLY, OP_INT_DIVIDE, OP_INT_MODULO, OP_INT_NEGATE, OP_INT_FIT,
  OP_DECIMAL, OP_RESCALE, OP_ROUND, OP_DECIMAL_NEGATE, OP_ABS,
  OP_FLOAT, OP_FLOAT_NEGATE, OP_FLOAT_ROUND, OP_FLOAT_FUNCTION, OP_EXACT_TO_FLOAT, OP_FLOAT_TO_INT, OP_TO_REAL,
  OP_TO_TRUTH, OP_SIGN,
  OP_DATE_FIELD, OP_TIME_FIELD, OP_FLOOR_DIVIDE, OP_FLOOR_MODULO, OP_ADD_MONTHS, OP_SCALE_INT,
  OP_LIKE, OP_SUBSTRING, OP_CHARACTERS, OP_OCTETS, OP_STARTS_WITH, OP_POSITION, OP_CONCAT,
  OP_STORE, OP_KEEP, OP_RAISE, OP_EXTREME, OP_PREFIX, OP_PUSH_ALL, OP_DROP_TRUE,
  OP_TEXT_PART, OP_NEW_TEXT, OP_TEXT_MEASURE, OP_WRITE_VALUE, OP_READ_VALUE, OP_DOUBLE_TO_DECIMAL, OP_ROUND_PLACES,
  OP_CALENDAR, OP_MAKE_DATE, OP_BITS
};
