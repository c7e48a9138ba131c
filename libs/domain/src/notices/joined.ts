import type { Handler } from '../kernel/view.ts';

/** One kind of document among several in a view, and how events change it. */
export interface ViewPart<Document> {
  readonly on: readonly (readonly [string, Handler<Document>])[];
}

// oxlint-disable-next-line typescript/no-explicit-any -- parts of every document
type AnyPart = ViewPart<any>;

type Parts = Readonly<Record<string, AnyPart>>;

/** A document of any of the parts, with its kind: the part's name. */
export type OfKind<Joined extends Parts> = {
  readonly [Kind in keyof Joined & string]: {
    readonly kind: Kind;
    readonly of: Joined[Kind] extends ViewPart<infer Document> ? Document : never;
  };
}[keyof Joined & string];

const separator = '/';

/** The key in the joined view of what has this key in its part. */
export const keyInKind = (kind: string, key: string) => `${kind}${separator}${key}`;

const ownKeyOf = (kind: string, key: string) => key.slice(kind.length + separator.length);

/** The handlers of a view that keeps the documents of all parts. Each part folds as if it were alone. */
/* @__NO_SIDE_EFFECTS__ */
export const joined = <Joined extends Parts>(parts: Joined): (readonly [string, Handler<OfKind<Joined>>])[] => {
  type Document = OfKind<Joined>;
  const byType = new Map<string, Map<string, Handler<unknown>>>();
  for (const [kind, { on }] of Object.entries(parts)) {
    for (const [type, handler] of on) {
      const handlers = byType.get(type) ?? new Map<string, Handler<unknown>>();
      byType.set(type, handlers.set(kind, handler));
    }
  }
  return [...byType].map(([type, handlers]) => [
    type,
    {
      keys: (event) =>
        [...handlers].flatMap(([kind, handler]) => handler.keys(event).map((key) => keyInKind(kind, key))),
      evolve: (document, event, key, other) => {
        const kind = key.slice(0, key.indexOf(separator));
        const otherOfKind = (own: string) => other(keyInKind(kind, own))?.of;
        const of = handlers.get(kind)?.evolve(document?.of, event, ownKeyOf(kind, key), otherOfKind);
        if (of === undefined) return undefined;
        return of === document?.of ? document : ({ kind, of } as Document);
      },
    },
  ]);
};
