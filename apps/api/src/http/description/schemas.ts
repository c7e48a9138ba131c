import { isNullable, ownRules } from '@tessera/contract/kernel/fields';
import type { Class } from '@tessera/contract/kernel/fields';
import { ValidationTypes, getMetadataStorage } from 'class-validator';

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
/** The JSON Schema keywords for each class-validator rule, from the constraints of the rule. */
const keywordsOf: Readonly<Record<string, (first: unknown, second: unknown) => Schema>> = {
  isString: () => text,
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isArray: () => ({ type: 'array' }),
  isIn: (values) => ({ type: typeof (values as readonly unknown[])[0], enum: values }),
  equals: (value) => ({ type: typeof value, const: value }),
  isEmail: () => ({ ...text, format: 'email' }),
  // Not `uri`: forms add a scheme that is left out.
  isUrl: () => ({ ...text, format: 'uri-reference' }),
  isIso8601: () => ({ ...text, format: 'date-time' }),
  matches: (pattern) => ({ ...text, pattern: sourceOf(pattern as RegExp) }),
  isLength: (minLength, maxLength) => ({ ...text, minLength, maxLength }),
  minLength: (minLength) => ({ ...text, minLength }),
  maxLength: (maxLength) => ({ ...text, maxLength }),
  min: (minimum) => ({ type: 'number', minimum }),
  max: (maximum) => ({ type: 'number', maximum }),
  arrayMinSize: (minItems) => ({ type: 'array', minItems }),
  arrayMaxSize: (maxItems) => ({ type: 'array', maxItems }),
  [ownRules.description]: (description) => ({ description }),
  [ownRules.row]: (of) => referenceTo((of as () => Class)()),
  [ownRules.eitherRow]: (of) => ({ anyOf: (of as () => readonly Class[])().map(referenceTo) }),
  [ownRules.like]: (of, name) => fieldOf((of as () => Class)(), name as string),
  [ownRules.shape]: (schema) => schema as Schema,
};

/** @throws for a pattern with flags, which JSON Schema doesn't have: without them, it would describe other texts */
const sourceOf = ({ source, flags }: RegExp) => {
  if (flags.replace('u', '') === '') return source;
  throw new Error(`The description can’t say /${source}/${flags}: write the pattern without flags`);
};

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Its types lie: the library leaves `constraints` out for a rule that has none. */
const constraintsOf = ({ constraints }: Rule) => (constraints as readonly unknown[] | undefined) ?? [];

const isCondition = ({ type }: Rule) => type === ValidationTypes.CONDITIONAL_VALIDATION;
const isNullCondition = (rule: Rule) => isNullable(constraintsOf(rule)[0]);

/** @throws for a rule that the description would leave out */
const schemaOfRule = (rule: Rule): Schema => {
  if (isCondition(rule)) return {};
  const keywords = keywordsOf[rule.name ?? ''];
  if (!keywords) throw new Error(`The description doesn’t know the rule ${rule.name} of ${rule.propertyName}`);
  const [first, second] = constraintsOf(rule);
  return keywords(first, second);
};

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
  return Object.assign({}, ...inOrder.map(schemaOfRule)) as Schema;
};

const schemaOfField = (rules: readonly Rule[]): Schema => {
  const own = joined(rules.filter(({ each }) => !each));
  const schema = own['type'] === 'array' ? { ...own, items: joined(rules.filter(({ each }) => each)) } : own;
  return rules.some(isNullCondition) ? orNull(schema) : schema;
};

/** The field may be left out, or matters only together with another field. */
const isOptional = (rule: Rule) => isCondition(rule) && !isNullCondition(rule);

const rulesOf = (one: Class) =>
  Map.groupBy(
    getMetadataStorage().getTargetValidationMetadatas(one, '', true, false),
    ({ propertyName }) => propertyName,
  );

/** The fields of a class, each with its schema. */
export const fieldsOf = (one: Class): readonly (readonly [string, Schema])[] =>
  [...rulesOf(one)].map(([name, rules]) => [name, schemaOfField(rules)]);

/** The fields of a class that are lists of rows, each with the class of its rows and how many there may be. */
export const rowsOf = (one: Class) =>
  [...rulesOf(one)].flatMap(([name, rules]) => {
    const row = rules.find((rule) => rule.name === ownRules.row && rule.each);
    const { maxItems = Infinity } = schemaOfField(rules) as { readonly maxItems?: number };
    return row ? [{ name, of: (constraintsOf(row)[0] as () => Class)(), maxItems }] : [];
  });

const fieldOf = (one: Class, name: string): Schema => schemaOfField(rulesOf(one).get(name) ?? []);

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

/** The schema of an instance of one of the classes. */
export const anyOf = (classes: readonly Class[]): Schema => {
  const references = classes.map(referenceTo);
  return references.length > 1 ? { anyOf: references } : { ...references[0] };
};

/** The schemas of all classes that were referred to, and of the classes that these contain. */
export const schemas = (): Readonly<Record<string, Schema>> => {
  const made: Record<string, Schema> = {};
  // Building a schema may register further classes; the loop visits those as well.
  for (const [name, one] of described) made[name] = schemaOf(one);
  return made;
};
