import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { PATHS } from '../../app/paths.ts';

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

/** The rules for users (docs/product.md "Purpose and roles"). */
export const FAQ: readonly FaqSection[] = [
  {
    title: 'Reading the prices',
    entries: [
      {
        id: 'average',
        question: 'Why is there no average price?',
        answer: (
          <>
            <p>
              Because it would mislead. Two Garchomp with one IV between them can be a factor of ten apart,
              and one wrong entry moves an average by more than a month of honest ones.
            </p>
            <p>
              MarketDex shows what was paid, sale by sale, with the proof. Filter until the sales resemble
              what you have, then look at the range and at the latest ones.
            </p>
          </>
        ),
      },
      {
        id: 'currency',
        question: 'Which currency are the prices in?',
        answer: (
          <p>
            In the game’s own: Pokedollars, written PD. Trades for real money, or for goods alone, have no
            price here.
          </p>
        ),
      },
      {
        id: 'real-time',
        question: 'How fresh is the data?',
        answer: (
          <p>
            The database is updated in real time. A sale can be found from the moment a reviewer approves it.
          </p>
        ),
      },
      {
        id: 'account',
        question: 'Do I need an account?',
        answer: (
          <p>
            Only to submit sales. Searching, filtering, the charts and the proof links are open to everyone.{' '}
            <Link href={PATHS.register} className="link">
              Registering
            </Link>{' '}
            takes a username, an email address and a password.
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
            A link to the forum auction in which the sale was closed. Screenshots of chat, private messages
            and word of mouth cannot be checked by others and are not accepted.
          </p>
        ),
      },
      {
        id: 'ivs',
        question: 'Must I know all six IVs of a pokemon?',
        answer: (
          <p>
            Yes, all six: HP, Attack, Defense, Special Attack, Special Defense and Speed, each from 0 to 31. A
            price without its spread tells nobody what to pay.
          </p>
        ),
      },
      {
        id: 'hidden-power',
        question: 'Where do I enter the hidden power?',
        answer: (
          <p>
            Nowhere. Its type and its power follow from the six IVs, and are computed as soon as the last of
            them is typed.
          </p>
        ),
      },
      {
        id: 'edit',
        question: 'I made a mistake in a submission. Can I edit it?',
        answer: (
          <p>
            Not yourself: submissions cannot be edited by their submitter. A reviewer may put a plain slip
            right while it waits, and otherwise will reject it with the reason; then send the correct sale
            again.
          </p>
        ),
      },
    ],
  },
  {
    title: 'Review and what becomes of the data',
    entries: [
      {
        id: 'review',
        question: 'What happens to my submission?',
        answer: (
          <>
            <p>
              It waits as pending until a reviewer has compared it with its proof. They may adjust details,
              approve it, or reject it. Nobody reviews their own submissions, except administrators.
            </p>
            <p>
              Where it stands, and what the reviewer said, is listed under{' '}
              <Link href={PATHS.account} className="link">
                My submissions
              </Link>
              . A decision shows there {LIMITS.review.undoSeconds} seconds after it was made: so long the
              reviewer can take it back.
            </p>
          </>
        ),
      },
      {
        id: 'approved',
        question: 'Can an approved sale still change?',
        answer: (
          <p>
            After approval only administrators change data: they may correct a sale, delete it, or return it
            to review. Every change is kept on record.
          </p>
        ),
      },
      {
        id: 'rejected',
        question: 'What happens to rejected submissions?',
        answer: (
          <p>
            They are stored, but hidden: no public list, chart or count has them. You still see yours, with
            the reason. A rejection that was wrong is put right by an administrator, who returns the sale to
            review.
          </p>
        ),
      },
      {
        id: 'faulty-reviews',
        question: 'And if a reviewer approves rubbish?',
        answer: (
          <p>
            A reviewer who approves faulty data en masse is banned, and their approvals return to review: the
            sales are pending again, and out of the public lists, until somebody else has decided on them.
          </p>
        ),
      },
      {
        id: 'sharing',
        question: 'Is my data shared with anyone?',
        answer: (
          <p>
            No. Data is not shared. What is kept, and why, stands in the{' '}
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
