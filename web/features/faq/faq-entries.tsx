import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { PATHS } from '../../lib/paths.ts';
import { Kbd } from '../../ui/kbd.tsx';

export interface FaqEntry {
  /** The fragment of its URL: `/faq#proof`. */
  id: string;
  question: string;
  answer: ReactNode;
}

export interface FaqSection {
  title: string;
  entries: readonly FaqEntry[];
}

/** Texts that the search understands (docs/search.md). */
const SEARCHES = [
  'adamant 5x31 garchomp',
  'shiny timid 0 atk hp ice gengar under 2m',
  'master ball 100k-200k with proof last 30d',
];

/** The rules for users (docs/product.md "Purpose and roles"). */
export const FAQ: readonly FaqSection[] = [
  {
    title: 'Prices and data',
    entries: [
      {
        id: 'average',
        question: 'Why is there no average price?',
        answer: (
          <>
            <p>
              An average would mislead. One IV can change the price of a Garchomp tenfold, and one wrong entry
              can outweigh a month of correct ones.
            </p>
            <p>
              MarketDex shows every sale with its price and proof. Filter until the sales resemble what you
              have, then look at the price range and the latest sales.
            </p>
          </>
        ),
      },
      {
        id: 'currency',
        question: 'Which currency are the prices in?',
        answer: (
          <p>
            In the game's currency, Pokedollars (PD). Trades for real money, or only for goods, are not
            recorded.
          </p>
        ),
      },
      {
        id: 'real-time',
        question: 'How fresh is the data?',
        answer: (
          <p>The database is updated in real time. A sale is public as soon as a reviewer approves it.</p>
        ),
      },
      {
        id: 'search',
        question: 'What can I type into the search box?',
        answer: (
          <>
            <p>
              The name of an item or a pokemon, also only a part of it or with a typing mistake, and what you
              know about the sale, in any order:
            </p>
            <ul className="list-disc space-y-1 pl-5 font-mono text-sm wrap-anywhere">
              {SEARCHES.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <p>
              Each piece that was understood is shown as a chip below the box, and can be removed there. Press
              the key <Kbd>/</Kbd> on any page to search. “Advanced” next to the list has a query language for
              everything else.
            </p>
          </>
        ),
      },
      {
        id: 'account',
        question: 'Do I need an account?',
        answer: (
          <p>
            Only to submit sales, to report one that is wrong, and to follow searches. Searching, filtering,
            the charts and the proof links are open to everyone.{' '}
            <Link href={PATHS.register} className="link">
              Registering
            </Link>{' '}
            requires a username, an email address and a password.
          </p>
        ),
      },
    ],
  },
  {
    title: 'Submitting a sale',
    entries: [
      {
        id: 'proof',
        question: 'What counts as proof?',
        answer: (
          <p>
            A link to the forum auction in which the sale was closed. Chat screenshots, private messages and
            word of mouth are not accepted, because others cannot check them.
          </p>
        ),
      },
      {
        id: 'ivs',
        question: 'Must I know all six IVs of a pokemon?',
        answer: (
          <p>
            Yes, all six: HP, Attack, Defense, Special Attack, Special Defense and Speed, each from 0 to 31. A
            price is of little use without the IVs.
          </p>
        ),
      },
      {
        id: 'hidden-power',
        question: 'Where do I enter the hidden power?',
        answer: (
          <p>Nowhere. Its type and power are computed from the six IVs as soon as all of them are entered.</p>
        ),
      },
      {
        id: 'edit',
        question: 'I made a mistake in a submission. Can I edit it?',
        answer: (
          <p>
            No, submissions cannot be edited by their submitter. A reviewer may correct an obvious slip during
            review, or will reject the sale with a reason; then submit it again with the correct data. If the
            sale is already public, report it, as any other sale that is wrong.
          </p>
        ),
      },
      {
        id: 'report',
        question: 'A sale is wrong. What can I do?',
        answer: (
          <p>
            Open the sale and press <b>Report</b>: the price, the name, the values or the date is wrong, the
            sale never happened, it is there twice, or its proof is gone. A reviewer compares your report with
            the proof. We will notify you of the outcome.
          </p>
        ),
      },
    ],
  },
  {
    title: 'Review and data',
    entries: [
      {
        id: 'review',
        question: 'What happens to my submission?',
        answer: (
          <>
            <p>
              It is pending until a reviewer has compared it with its proof. The reviewer may adjust details,
              approve it, or reject it. Only administrators may review their own submissions.
            </p>
            <p>
              Its state and the reviewer's note are listed under{' '}
              <Link href={PATHS.account} className="link">
                My submissions
              </Link>
              . A decision appears there after {LIMITS.review.undoSeconds} seconds, during which the reviewer
              can undo it.
            </p>
          </>
        ),
      },
      {
        id: 'approved',
        question: 'Can an approved sale still change?',
        answer: (
          <p>
            After approval, only administrators can change a sale: they may correct it, delete it, or return
            it to review. Reviewers can return a sale to review that was reported. Every change is recorded.
          </p>
        ),
      },
      {
        id: 'rejected',
        question: 'What happens to rejected submissions?',
        answer: (
          <p>
            They are stored, but hidden: no public list, chart or count includes them. You still see your own,
            with the reason. An administrator can correct a wrong rejection by returning the sale to review.
          </p>
        ),
      },
      {
        id: 'faulty-reviews',
        question: 'What if a reviewer approves wrong data?',
        answer: (
          <p>
            A reviewer who approves wrong data in bulk is banned, and their approvals return to review: the
            sales are pending again and hidden from the public lists until somebody else decides.
          </p>
        ),
      },
      {
        id: 'sharing',
        question: 'Is my data shared with anyone?',
        answer: (
          <p>
            No. Data is not shared. What is stored, and why, is described in the{' '}
            <Link href={PATHS.legal} className="link">
              Legal Notice
            </Link>
            .
          </p>
        ),
      },
    ],
  },
];
