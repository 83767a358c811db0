import type { ReactNode } from 'react';

/** A section of the legal notice with its heading. */
export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-6">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      <div className="space-y-3 text-base text-ink-soft">{children}</div>
    </section>
  );
}
