// Keeps the page correct while the browser translates it; importing this before the translation begins is enough.
//
// A translation takes the texts that React holds out of the document, and puts its own nodes in their places. Without this,
// React fails as soon as it removes such a text, and what it writes into one, such as a new total, is never seen
// (https://github.com/facebook/react/issues/11538). So before the children of a node are changed, those that React has put
// there are restored; the browser then translates them again.

/** Chrome and Edge put translated texts into this element, which the site itself never uses. */
const isTranslation = (node: Node | null): boolean => node?.nodeName === 'FONT';

const { appendChild, insertBefore, removeChild } = Node.prototype;
/** What a translation has changed among the children of a node, oldest first. */
const changes = new WeakMap<Node, MutationRecord[]>();
/** The parents of the nodes that a translation has taken out. */
const parents = new WeakMap<Node, Node>();
let isTranslated = false;

function note(records: readonly MutationRecord[]): void {
  for (const record of records) {
    const { target, addedNodes, removedNodes, previousSibling, nextSibling } = record;
    const nodes = [...addedNodes, ...removedNodes, previousSibling, nextSibling];
    if (isTranslation(target) || !nodes.some(isTranslation)) continue;
    isTranslated = true;
    changes.set(target, [...(changes.get(target) ?? []), record]);
    for (const node of removedNodes) parents.set(node, target);
  }
}
const observer = new MutationObserver(note);
observer.observe(document, { childList: true, subtree: true });

function restore(parent: Node): void {
  if (!isTranslated) return;
  note(observer.takeRecords());
  const noted = changes.get(parent);
  if (!noted) return;
  changes.delete(parent);
  for (const { addedNodes, removedNodes, nextSibling } of noted.toReversed()) {
    for (const node of addedNodes) if (node.parentNode === parent) removeChild.call(parent, node);
    const next = nextSibling?.parentNode === parent ? nextSibling : null;
    for (const node of removedNodes) insertBefore.call(parent, node, next);
  }
  // The translation is no change of the site, and neither is its removal.
  observer.takeRecords();
}

/** Replaces the setter of a property. */
function onSet(name: 'nodeValue' | 'textContent', before: (node: Node) => void): void {
  const property = Object.getOwnPropertyDescriptor(Node.prototype, name);
  const { set } = property ?? {};
  if (!set) return;
  Object.defineProperty(Node.prototype, name, {
    ...property,
    set(this: Node, value: string | null) {
      before(this);
      set.call(this, value);
    },
  });
}

// A translator that moves texts in another way must not make React fail either: what is not there needs no removal.
Object.assign(Node.prototype, {
  appendChild(this: Node, node: Node) {
    restore(this);
    return appendChild.call(this, node);
  },
  insertBefore(this: Node, node: Node, next: Node | null) {
    restore(this);
    return insertBefore.call(this, node, next?.parentNode === this ? next : null);
  },
  removeChild(this: Node, node: Node) {
    restore(this);
    return node.parentNode === this ? removeChild.call(this, node) : node;
  },
});
onSet('textContent', restore);
onSet('nodeValue', (text) => {
  const parent = parents.get(text);
  if (parent && text.parentNode !== parent) restore(parent);
});
