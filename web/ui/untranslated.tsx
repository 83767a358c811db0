import type { ReactNode } from 'react';

/** A name or a word of the game, which browsers must not translate: searches need it as it is. */
export const Untranslated = ({ children }: { children: ReactNode }) => <span translate="no">{children}</span>;

/** A sentence of which browsers translate everything but this name. It is one element, so that a flexbox keeps its spaces. */
export function SentenceOn({ name, children }: { name: string; children: string }) {
  const at = children.lastIndexOf(name);
  if (name === '' || at < 0) return children;
  return (
    <span>
      {children.slice(0, at)}
      <Untranslated>{name}</Untranslated>
      {children.slice(at + name.length)}
    </span>
  );
}
