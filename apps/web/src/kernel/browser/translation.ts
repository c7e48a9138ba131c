/**
 * Browsers translate a page by putting `<font>` elements where its text was. React still holds the text: it would fail
 * to remove it, to put something before it, or would go on changing a text that nobody sees, such as an amount. Here
 * such an element stands for its text.
 */

/** What stands in a text's place. */
const standIns = new WeakMap<Node, Element>();
const taken = new WeakSet<Element>();

const isTranslation = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/** The child of `parent` that is the node, contains it, or stands for it. */
const childOf = (parent: Node, node: Node): Node | null => {
  let found: Node | null = node;
  while (found && found.parentNode !== parent) found = standIns.get(found) ?? found.parentNode;
  return found && (found === node || isTranslation(found)) ? found : null;
};

/** React has changed a text that was translated: it is shown again, until it is translated anew. */
const textChanges = new MutationObserver((changes) => {
  for (const { target } of changes) {
    const standIn = standIns.get(target);
    if (!standIn?.isConnected) continue;
    standIns.delete(target);
    standIn.replaceWith(target);
  }
});

const noteTranslation = ({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord) => {
  const near = [...addedNodes, previousSibling, nextSibling].filter(isTranslation);
  for (const removed of removedNodes) {
    const standIn = near.find((element) => !taken.has(element));
    if (!(removed instanceof Text) || removed.isConnected || !standIn) continue;
    taken.add(standIn);
    standIns.set(removed, standIn);
    textChanges.observe(removed, { characterData: true });
  }
};

/** Lets React go on with a page that the browser translates. To be called once, before it is translated. */
export const endureTranslation = (page: Element): void => {
  // oxlint-disable-next-line typescript/unbound-method -- called with the parent as `this`
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    removeChild.call(this, childOf(this, child) ?? child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    return insertBefore.call(this, child, next && (childOf(this, next) ?? next)) as Child;
  };
  new MutationObserver((changes) => changes.forEach(noteTranslation)).observe(page, { childList: true, subtree: true });
};
