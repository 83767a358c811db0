import { PATHS } from '../../../lib/paths.ts';
import { useUrlState } from '../../../lib/use-url-state.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { type Tab, Tabs } from '../../../ui/tabs.tsx';
import { SpriteEditor } from '../sprites/sprite-editor.tsx';
import { DATA_FORMAT, type DataSection, withoutFilters } from './data-search-params.ts';
import { EntryEditor } from './entry-editor.tsx';

const DuplicatesSection = latePart(() => import('../duplicates/duplicates-section.tsx'), {
  Waiting: Loading,
});

const TABS: readonly Tab<DataSection>[] = [
  { value: 'pokemon', label: 'Pokemon Entries' },
  { value: 'items', label: 'Item Entries' },
  { value: 'sprites', label: 'Pokemon Sprites' },
  { value: 'duplicates', label: 'Duplicates' },
];

export default function DataTab() {
  const navigation = useUrlState(PATHS.admin, DATA_FORMAT);
  const { section } = navigation.params;
  return (
    <Tabs
      look="pills"
      label="Data Management"
      tabs={TABS}
      value={section}
      onValueChange={(next) => navigation.go(withoutFilters(next))}
    >
      <div className="pt-4">
        {section === 'duplicates' ? (
          <DuplicatesSection />
        ) : section === 'sprites' ? (
          <SpriteEditor {...navigation} />
        ) : (
          <EntryEditor key={section} kind={section === 'items' ? 'item' : 'pokemon'} {...navigation} />
        )}
      </div>
    </Tabs>
  );
}
