import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { FAQ, type FaqEntry } from './faq-entries.tsx';

/** Opens the entry of the URL's fragment, such as `/faq#proof`. */
function useEntryFromHash() {
  useEffect(() => {
    const show = () => {
      const entry = document.getElementById(location.hash.slice(1));
      if (!(entry instanceof HTMLDetailsElement)) return;
      entry.open = true;
      entry.scrollIntoView({ block: 'start' });
    };
    show();
    addEventListener('hashchange', show);
    return () => removeEventListener('hashchange', show);
  }, []);
}

/** The rules of the market, as questions (docs/product.md "Purpose and roles"). */
export default function FaqScreen() {
  usePageTitle('FAQ');
  useEntryFromHash();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title="Frequently asked questions">
        How prices work, what a submission needs, and how it is reviewed.
      </PageHeader>
      {FAQ.map(({ title, entries }) => (
        <section key={title} className="mt-9">
          <h2 className="overline-label mb-1.5">{title}</h2>
          <div className="border-t border-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** The browser's own accordion, because find-in-page opens it. Every answer is printed. */
function Entry({ entry: { id, question, answer } }: { entry: FaqEntry }) {
  return (
    <details
      id={id}
      className="group scroll-mt-4 border-b border-line print:details-content:[content-visibility:visible]"
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-3 hover:text-accent [&::-webkit-details-marker]:hidden">
        <h3 className="text-base font-medium">{question}</h3>
        <Plus
          aria-hidden
          className="size-4.5 shrink-0 text-ink-faint transition-transform group-open:rotate-45"
        />
      </summary>
      <div className="space-y-3 pr-10 pb-5 text-base text-ink-soft">{answer}</div>
    </details>
  );
}
