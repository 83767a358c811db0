import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { PATHS } from '../../lib/paths.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { ShortcutList } from '../../ui/shortcut-list.tsx';

/** Texts that the search understands (docs/search.md). */
const SEARCHES = [
  'adamant 5x31 garchomp',
  'shiny timid 0 atk hp ice gengar under 2m',
  'master ball 100k-200k with proof last 30d',
];

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

/** The rules of the market, as questions (docs/product.md "Purpose"). */
export default function FaqScreen() {
  useEntryFromHash();
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title="Frequently asked questions">
        How prices work, what a submission needs, and how it is reviewed.
      </PageHeader>
      <FaqSection title="Prices and data">
        <Entry id="average" question="Why is there no average price?">
          <p>
            An average would mislead. One IV can change the price of a Garchomp tenfold, and one wrong entry
            can outweigh a month of correct ones.
          </p>
          <p>
            MarketDex shows every sale with its price, and its proof where there is one. Filter until the
            sales resemble what you have, then look at the price range and the latest sales.
          </p>
        </Entry>
        <Entry id="currency" question="Which currency are the prices in?">
          <p>
            In the game's currency, Pokedollars (PD). Trades for real money, or only for goods, are not
            recorded. Ten pieces at once? Give the price of one.
          </p>
        </Entry>
        <Entry id="real-time" question="How fresh is the data?">
          <p>The database is updated in real time. A sale is public as soon as a reviewer approves it.</p>
        </Entry>
        <Entry id="search" question="What can I type into the search box?">
          <p>
            The name of an item or a pokemon, even only a part of it or with a typo, and what you know about
            the sale, in any order:
          </p>
          <ul className="list-disc space-y-1 pl-5 font-mono text-sm wrap-anywhere">
            {SEARCHES.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>
            Each part that was understood appears as a chip below the box, where you can remove it. Press the
            key <Kbd>/</Kbd> on any page except Review to search. “Advanced” next to the list has a query
            language for everything else.
          </p>
        </Entry>
        <Entry id="shortcuts" question="Which keyboard shortcuts are there?">
          <ShortcutList shortcuts={[['/', 'Search, on any page except Review']]} />
          <p>
            Reviewers have more: <Kbd>?</Kbd> lists them in Review.
          </p>
        </Entry>
        <Entry id="account" question="Do I need an account?">
          <p>
            Only to submit and report sales, and to follow searches. Searching, filtering, the charts and the
            proof links are open to everyone.{' '}
            <Link href={PATHS.register} className="link">
              Registering
            </Link>{' '}
            requires a username, an email address and a password.
          </p>
        </Entry>
      </FaqSection>
      <FaqSection title="Submitting a sale">
        <Entry id="proof" question="What counts as proof?">
          <p>
            A link to the forum auction in which the sale was closed. It is optional, but a sale without one
            may be rejected. Chat screenshots, private messages and word of mouth are not accepted, because
            others cannot check them.
          </p>
        </Entry>
        <Entry id="ivs" question="Must I know all six IVs of a pokemon?">
          <p>
            Yes, all six: HP, Attack, Defense, Special Attack, Special Defense and Speed, each from 0 to 31. A
            price is of little use without the IVs.
          </p>
        </Entry>
        <Entry id="hidden-power" question="Where do I enter the hidden power?">
          <p>Nowhere. Its type and power are computed from the six IVs as soon as all of them are entered.</p>
        </Entry>
        <Entry id="edit" question="I made a mistake in a submission. Can I edit it?">
          <p>
            No, submissions cannot be edited by their submitter. While a sale is pending, you can withdraw it
            under{' '}
            <Link href={PATHS.account} className="link">
              My submissions
            </Link>{' '}
            and submit it again with the correct data. A reviewer may also correct an obvious slip during
            review, or reject the sale with a reason. If the sale is already public, report it, like any other
            wrong sale.
          </p>
        </Entry>
        <Entry id="report" question="A sale is wrong. What can I do?">
          <p>
            Open the sale and press <b>Report</b>: the price, the name, the values or the date is wrong, the
            sale never happened, it is listed twice, or its proof is gone. A reviewer checks your report. We
            will notify you of the outcome.
          </p>
        </Entry>
      </FaqSection>
      <FaqSection title="Review and data">
        <Entry id="review" question="What happens to my submission?">
          <p>
            It is pending until a reviewer has checked it, against its proof if there is one. The reviewer may
            adjust details, approve it, or reject it. Only admins may review their own submissions.
          </p>
          <p>
            Its status and the review notes are listed under{' '}
            <Link href={PATHS.account} className="link">
              My submissions
            </Link>
            . A decision appears there after {LIMITS.review.undoSeconds} seconds, during which the reviewer
            can undo it.
          </p>
        </Entry>
        <Entry id="approved" question="Can an approved sale still change?">
          <p>
            After approval, only admins can change a sale: they may correct it, delete it, or return it to
            review. Reviewers can return a sale to review that was reported. Every change is recorded.
          </p>
        </Entry>
        <Entry id="rejected" question="What happens to rejected submissions?">
          <p>
            They are stored, but hidden: no public list, chart or count includes them. You still see your own,
            with the reason. An admin can correct a wrong rejection by returning the sale to review.
          </p>
        </Entry>
        <Entry id="faulty-reviews" question="What if a reviewer approves wrong data?">
          <p>
            A reviewer who approves wrong data in bulk is banned, and their approvals return to review: the
            sales are pending again and hidden from the public lists until somebody else decides.
          </p>
        </Entry>
        <Entry id="sharing" question="Is my data shared with anyone?">
          <p>
            No. Data is not shared. Your username is public next to your approved sales. What is stored, and
            why, is described in the{' '}
            <Link href={PATHS.legal} className="link">
              Legal Notice
            </Link>
            .
          </p>
        </Entry>
      </FaqSection>
    </div>
  );
}

function FaqSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="overline-label mb-1.5">{title}</h2>
      <div className="border-t border-line">{children}</div>
    </section>
  );
}

interface EntryProps {
  /** The fragment of its URL: `/faq#proof`. */
  id: string;
  question: string;
  children: ReactNode;
}

/** The browser's own accordion, because find-in-page opens it. Every answer is printed. */
function Entry({ id, question, children }: EntryProps) {
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
      <div className="space-y-3 pr-10 pb-5 text-base text-ink-soft">{children}</div>
    </details>
  );
}
