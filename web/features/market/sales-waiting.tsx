import { Skeletons } from '../../ui/states/states.tsx';

/** The place of the first sales until they can be drawn, without the shape of what is above them: the document has it too. */
export const SalesWaiting = () => (
  <div className="min-h-dvh pt-24 md:pt-18 xl:pl-58">
    <Skeletons count={9} className="mb-2.5 h-20.5 rounded-lg! md:mb-5 md:h-5 md:rounded-sm!" />
  </div>
);
