import type { ReactNode } from 'react';

export function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="framed shadow-low">
      <div className="divide-y divide-line">{children}</div>
    </div>
  );
}

/** One subject of a panel: title and explanation, and what can be done. */
export function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid gap-x-10 gap-y-4 px-4 py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] md:px-6 md:py-8"
    >
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-ink-soft">{about}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
