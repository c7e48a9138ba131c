import { isNullable, ownRules } from '@tessera/contract/kernel/fields';
import type { Class } from '@tessera/contract/kernel/fields';
import { ValidationTypes, getMetadataStorage } from 'class-validator';

/** JSON Schema, as far as it is written here. */
export type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
/** What each rule of class-validator says in JSON Schema, from its constraints. */
const keywordsOf: Readonly<Record<string, (first: unknown) => Schema>> = {
  isString: () => text,
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isArray: () => ({ type: 'array' }),
  isIn: (values) => ({ type: typeof (values as readonly unknown[])[0], enum: values }),
  equals: (value) => ({ type: typeof value, const: value }),
  isEmail: () => ({ ...text, format: 'email' }),
  isUrl: () => ({ ...text, format: 'uri' }),
  isIso8601: () => ({ ...text, format: 'date-time' }),
  matches: (pattern) => ({ ...text, pattern: (pattern as RegExp).source }),
  minLength: (minLength) => ({ ...text, minLength }),
  maxLength: (maxLength) => ({ ...text, maxLength }),
  min: (minimum) => ({ type: 'number', minimum }),
  max: (maximum) => ({ type: 'number', maximum }),
  arrayMinSize: (minItems) => ({ type: 'array', minItems }),
  arrayMaxSize: (maxItems) => ({ type: 'array', maxItems }),
  [ownRules.says]: (description) => ({ description }),
  [ownRules.row]: (of) => referenceTo((of as () => Class)()),
  [ownRules.eitherRow]: (of) => ({ anyOf: (of as () => readonly Class[])().map(referenceTo) }),
  areIds: () => text,
  isTime: () => text,
  [ownRules.shape]: (schema) => schema as Schema,
};

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The library leaves it out where a rule takes none. */
const constraintOf = ({ constraints }: Rule) => (constraints as readonly unknown[] | undefined)?.[0];

const orNull = ({ description, ...schema }: Schema): Schema => {
  const words = description === undefined ? {} : { description };
  if (typeof schema['type'] !== 'string') return { ...words, anyOf: [schema, { type: 'null' }] };
  const withNull = Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {};
  return { ...words, ...schema, ...withNull, type: [schema['type'], 'null'] };
};

const isWhole = ({ name }: Rule) => name === 'isInt';

const joined = (rules: readonly Rule[]): Schema => {
  // A bound is of a number; that it is a whole one overrides it.
  const inOrder = [...rules.filter((rule) => !isWhole(rule)), ...rules.filter(isWhole)];
  return Object.assign({}, ...inOrder.map((rule) => keywordsOf[rule.name ?? '']?.(constraintOf(rule)) ?? {})) as Schema;
};

const fieldOf = (rules: readonly Rule[]): Schema => {
  const own = joined(rules.filter(({ each }) => !each));
  const schema = own['type'] === 'array' ? { ...own, items: joined(rules.filter(({ each }) => each)) } : own;
  return rules.some((rule) => isNullable(constraintOf(rule))) ? orNull(schema) : schema;
};

/** What may be left out, or counts only beside another field. */
const isOptional = (rule: Rule) =>
  rule.type === ValidationTypes.CONDITIONAL_VALIDATION && !isNullable(constraintOf(rule));

const rulesOf = (one: Class) =>
  Map.groupBy(
    getMetadataStorage().getTargetValidationMetadatas(one, '', true, false),
    ({ propertyName }) => propertyName,
  );

/** The fields of a class, each with its schema. */
export const fieldsOf = (one: Class): readonly (readonly [string, Schema])[] =>
  [...rulesOf(one)].map(([name, rules]) => [name, fieldOf(rules)]);

/** Its fields that may not be left out. */
export const requiredOf = (one: Class): readonly string[] =>
  [...rulesOf(one)].filter(([, own]) => !own.some(isOptional)).map(([name]) => name);

const schemaOf = (one: Class): Schema => {
  const required = requiredOf(one);
  return {
    type: 'object',
    properties: Object.fromEntries(fieldsOf(one)),
    ...(required.length > 0 ? { required } : {}),
  };
};

const described = new Map<string, Class>();

/** Where the description has the schema of a class. @throws for a second class of the same name */
export const referenceTo = (one: Class): Schema => {
  if ((described.get(one.name) ?? one) !== one) throw new Error(`There are two classes named ${one.name}`);
  described.set(one.name, one);
  return { $ref: `#/components/schemas/${one.name}` };
};

/** The schemas of all classes that were referred to, and of those that they hold. */
export const schemas = (): Readonly<Record<string, Schema>> => {
  const made: Record<string, Schema> = {};
  // A schema that is made may refer to further classes, which come last.
  for (const [name, one] of described) made[name] = schemaOf(one);
  return made;
};
