import type { ChartColour, ChartScale } from '../../../../src/contract/market/market-search-params.ts';
import { Select } from '../../../ui/fields/select.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';

const SCALES: readonly { value: ChartScale; label: string }[] = [
  { value: 'auto', label: 'Auto scale' },
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Logarithmic' },
];

const COLOURS: readonly { value: ChartColour; label: string }[] = [
  { value: 'none', label: 'One colour' },
  { value: 'nature', label: 'By nature' },
  { value: 'perfect_ivs', label: 'By perfect IVs' },
  { value: 'shiny', label: 'By shininess' },
];

interface ChartControlsProps extends Pick<MarketNavigation, 'params' | 'go'> {
  /** Single sales are drawn, so that traits can be distinguished. */
  colourable: boolean;
}

/** How the chart is drawn. Items have no traits to distinguish. */
export function ChartControls({ params, go, colourable }: ChartControlsProps) {
  return (
    <div className="flex gap-2 max-md:w-full">
      <Select
        label="Price scale"
        hideLabel
        value={params.scale}
        onValueChange={(scale) => scale && go({ scale })}
        options={SCALES}
        className="max-md:flex-auto md:w-28 @min-[41rem]:w-32"
      />
      {params.kind === 'pokemon' && (
        <Select
          label="Colour by"
          hideLabel
          value={colourable ? params.colour : 'none'}
          onValueChange={(colour) => colour && go({ colour })}
          options={colourable ? COLOURS : COLOURS.slice(0, 1)}
          disabled={!colourable}
          className="max-md:flex-auto md:w-32 @min-[41rem]:w-36"
        />
      )}
    </div>
  );
}
