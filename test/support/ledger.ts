import ts from 'typescript';

/** `needs` is ours: a `describe` that is skipped if what the tests need is missing. */
const runners = ['it', 'test', 'describe', 'needs'];
/** Tests that never run prove nothing. */
const idle = ['skip', 'todo', 'fixme'];

const ids = /[A-Z]+-\d+/g;
const isId = /^[A-Z]+-\d+$/;
const brackets = /^(?:\[[^\]]+\]\s*)+/;
/** Where a value is inserted into a title: `%s` from a list of values, `$name` from a list of objects. */
const place = /%\w|\$\w/;

const childrenOf = (node: ts.Node): readonly ts.Node[] => {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
};

const isIdle = (callee: ts.Expression) => ts.isPropertyAccessExpression(callee) && idle.includes(callee.name.text);

/**
 * Whether an expression ends in a runner: `it`, `test.describe`, `it.each(…)`, `(process.platform === 'linux' ? it :
 * it.skip)`.
 */
const runs = (callee: ts.Expression, names: readonly string[]): boolean => {
  if (ts.isIdentifier(callee)) return names.includes(callee.text);
  if (ts.isPropertyAccessExpression(callee)) return !isIdle(callee) && runs(callee.expression, names);
  if (ts.isCallExpression(callee) || ts.isParenthesizedExpression(callee)) return runs(callee.expression, names);
  if (ts.isTaggedTemplateExpression(callee)) return runs(callee.tag, names);
  if (ts.isConditionalExpression(callee)) return [callee.whenTrue, callee.whenFalse].some((way) => runs(way, names));
  return false;
};

/** Runners that a file defines itself: `const onLinux = process.platform === 'linux' ? it : it.skip`. */
const ownRunnersOf = (file: ts.SourceFile): readonly string[] =>
  file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name) || !initializer || !runs(initializer, runners)) return [];
      return [name.text];
    }),
  );

const textsIn = (node: ts.Node): readonly string[] =>
  ts.isStringLiteralLike(node) ? [node.text] : childrenOf(node).flatMap(textsIn);

/** A title, with `%s` for each placeholder of a template. */
const titleOf = (node: ts.Node | undefined): string => {
  if (node && ts.isStringLiteralLike(node)) return node.text;
  if (!node || !ts.isTemplateExpression(node)) return '';
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('%s');
};

/** The values of `it.each(…)`, given as a list or as a template. */
const tableOf = (callee: ts.Expression): readonly ts.Node[] => {
  if (ts.isCallExpression(callee)) return callee.arguments;
  return ts.isTaggedTemplateExpression(callee) ? [callee.template] : [];
};

const bracketsOf = (title: string): string => brackets.exec(title)?.[0] ?? '';
const idsBefore = (title: string): readonly string[] => bracketsOf(title).match(ids) ?? [];

/** A value either contains its own brackets or is inserted into those of the title. */
const idsFrom = (tables: readonly ts.Node[], title: string): readonly string[] => {
  if (!place.test(title)) return [];
  const values = tables.flatMap(textsIn);
  const inBrackets = place.test(bracketsOf(title)) ? values.filter((value) => isId.test(value)) : [];
  return [...values.flatMap(idsBefore), ...inBrackets];
};

/**
 * The rows that the titles of a test file begin with: `it('[CART-12] …')`, `[CHK-35, CHK-36] …`, `[CHK-07][CHK-08] …`.
 */
export const rowsNamedIn = (fileName: string, text: string): ReadonlySet<string> => {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest);
  const names = [...runners, ...ownRunnersOf(file)];
  const visit = (node: ts.Node, loops: readonly ts.Node[]): readonly string[] => {
    if (ts.isCallExpression(node) && isIdle(node.expression)) return [];
    const around = ts.isForOfStatement(node) ? [...loops, node.expression] : loops;
    const inside = childrenOf(node).flatMap((child) => visit(child, around));
    if (!ts.isCallExpression(node) || !runs(node.expression, names)) return inside;
    const title = titleOf(node.arguments[0]);
    return [...idsBefore(title), ...idsFrom([...tableOf(node.expression), ...loops], title), ...inside];
  };
  return new Set(visit(file, []));
};

export interface LedgerRow {
  readonly id: string;
  readonly area: string;
  /** How to verify it: `ui`, `api`, `unit` or `doc`. */
  readonly kind: string;
}

/** Two rows of which one, read by itself, asks for what the other excludes. */
interface Contradiction {
  readonly rows: readonly [string, string];
  /** The decision that says which of them holds, with both in one line; null if nobody has decided yet. */
  readonly settledBy: string | null;
}

interface Proofs {
  /** The rows that tests name. */
  readonly named: ReadonlySet<string>;
  /** Which document proves a row of kind `doc`, or which decision says why a row is not served. */
  readonly documents: Readonly<Record<string, string>>;
  /** Areas and rows that are not built yet. */
  readonly planned: readonly string[];
  readonly contradictions: readonly Contradiction[];
}

export const isPlanned = ({ id, area }: Pick<LedgerRow, 'id' | 'area'>, planned: readonly string[]): boolean =>
  planned.includes(area) || planned.includes(id);

/** What is wrong with the ledger, one line per problem. */
export const faultsOf = (
  rows: readonly LedgerRow[],
  { named, documents, planned, contradictions }: Proofs,
  read: (file: string) => string,
): readonly string[] => {
  const known = new Map(rows.map((row) => [row.id, row]));
  const unknown = [...named]
    .filter((id) => !known.has(id))
    .map((id) => `${id} is named by a test, but not in the ledger`);
  const unproven = rows
    .filter((row) => !named.has(row.id) && !(row.id in documents) && !isPlanned(row, planned))
    .map(({ id }) => `${id} is named by no test`);
  const undocumented = Object.entries(documents)
    .filter(([id, file]) => !mayBeDocumented(known.get(id), file) || !read(file).includes(id))
    .map(([id, file]) => `${id} is not proven by ${file}`);
  return [
    ...unknown,
    ...unproven,
    ...undocumented,
    ...contradictions.flatMap((pair) => faultIn(pair, rows, named, read)),
  ];
};

/** Tests can prove both rows of a contradiction only as a decision says that they are to be read. */
const faultIn = (
  { rows: pair, settledBy }: Contradiction,
  rows: readonly LedgerRow[],
  named: ReadonlySet<string>,
  read: (file: string) => string,
): readonly string[] => {
  const [one, other] = pair;
  const unknown = pair.filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) return unknown.map((id) => `${id} contradicts another row, but is not in the ledger`);
  if (settledBy !== null) {
    const isSettled = read(settledBy)
      .split('\n')
      .some((line) => pair.every((id) => line.match(ids)?.includes(id)));
    return isSettled ? [] : [`${one} and ${other} contradict each other, and ${settledBy} doesn’t settle it`];
  }
  return pair.every((id) => named.has(id))
    ? [`${one} and ${other} contradict each other, but tests prove both and nothing settles it`]
    : [];
};

const mayBeDocumented = (row: LedgerRow | undefined, file: string) =>
  row !== undefined && (row.kind === 'doc' || file.startsWith('docs/decisions/'));
