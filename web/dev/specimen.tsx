import { type ReactNode, useId } from 'react';

/** A primitive of `web/ui` on the page of primitives, with its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface p-4">
      <h2 id={id} className="overline-label mb-3">
        {name}
      </h2>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </section>
  );
}
