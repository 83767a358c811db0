import type { RequestScope } from './scope.ts';

/**
 * A service keeps what `src/runtime/services.ts` hands to its constructor: the scope of its use case, and the other
 * services and shared parts of the runtime that it names.
 */
export abstract class Service<Others extends object = object> {
  protected readonly deps: RequestScope & Others;

  constructor(deps: RequestScope & Others) {
    this.deps = deps;
  }
}
