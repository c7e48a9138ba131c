import { isNullable, ownRules } from '@tessera/contract/kernel/fields';
import type { Class } from '@tessera/contract/kernel/fields';
import { ValidationTypes, getMetadataStorage } from 'class-validator';

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
/** The JSON Schema keywords for each class-validator rule, from the first constraint of the rule. */
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
  [ownRules.description]: (description) => ({ description }),
  [ownRules.row]: (of) => referenceTo((of as () => Class)()),
  [ownRules.eitherRow]: (of) => ({ anyOf: (of as () => readonly Class[])().map(referenceTo) }),
  areIds: () => text,
  isTime: () => text,
  [ownRules.shape]: (schema) => schema as Schema,
};

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Its types lie: the library leaves `constraints` out for a rule that has none. */
const constraintOf = ({ constraints }: Rule) => (constraints as readonly unknown[] | undefined)?.[0];

const orNull = ({ description, ...schema }: Schema): Schema => {
  const words = description === undefined ? {} : { description };
  if (typeof schema['type'] !== 'string') return { ...words, anyOf: [schema, { type: 'null' }] };
  const withNull = Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {};
  return { ...words, ...schema, ...withNull, type: [schema['type'], 'null'] };
};

const isWhole = ({ name }: Rule) => name === 'isInt';

const joined = (rules: readonly Rule[]): Schema => {
  // `min` and `max` imply a number; `isInt` comes last, so that its type wins.
  const inOrder = [...rules.filter((rule) => !isWhole(rule)), ...rules.filter(isWhole)];
  return Object.assign({}, ...inOrder.map((rule) => keywordsOf[rule.name ?? '']?.(constraintOf(rule)) ?? {})) as Schema;
};

const fieldOf = (rules: readonly Rule[]): Schema => {
  const own = joined(rules.filter(({ each }) => !each));
  const schema = own['type'] === 'array' ? { ...own, items: joined(rules.filter(({ each }) => each)) } : own;
  return rules.some((rule) => isNullable(constraintOf(rule))) ? orNull(schema) : schema;
};

/** The field may be left out, or matters only together with another field. */
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

/** The names of the fields that may not be left out. */
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

/** A reference to the schema of a class, which is added to the description. @throws for a second class of the same name */
export const referenceTo = (one: Class): Schema => {
  if ((described.get(one.name) ?? one) !== one) throw new Error(`There are two classes named ${one.name}`);
  described.set(one.name, one);
  return { $ref: `#/components/schemas/${one.name}` };
};

/** The schemas of all classes that were referred to, and of the classes that these contain. */
export const schemas = (): Readonly<Record<string, Schema>> => {
  const made: Record<string, Schema> = {};
  // Building a schema may register further classes; the loop visits those as well.
  for (const [name, one] of described) made[name] = schemaOf(one);
  return made;
};
