import { type ReactNode, useId } from 'react';

interface AdminSectionProps {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}

export function AdminSection({ title, about, children }: AdminSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="framed min-w-0 shadow-low">
      <div className="px-5 pt-4 pb-5">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {about && <p className="mt-0.5 max-w-prose text-sm text-ink-soft">{about}</p>}
        <div className="mt-4">{children}</div>
      </div>
    </section>
  );
}
