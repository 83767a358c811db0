import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { SearchForm } from '../features/market/search/search-form.tsx';
import { PATHS } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

export default function NotFound() {
  usePageTitle(MESSAGES.pageNotFound);
  return (
    <div className="py-10">
      <EmptyState
        title={MESSAGES.pageNotFound}
        headingLevel={1}
        action={<LinkButton href={PATHS.market}>Browse Data</LinkButton>}
      >
        The link may be outdated or incomplete.
        <SearchForm />
      </EmptyState>
    </div>
  );
}
