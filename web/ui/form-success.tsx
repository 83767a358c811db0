import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Announced } from './announced.tsx';

/** The message of a form that succeeded; `FormAlert` is its counterpart. */
export function FormSuccess({ children }: { children: ReactNode }) {
  return (
    <Announced>
      {children && (
        <p className="flex items-start gap-2.5 rounded-md bg-approved-soft px-3 py-2 text-base">
          <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-approved" />
          <span>{children}</span>
        </p>
      )}
    </Announced>
  );
}
