import type { Page } from 'playwright-core';
import { PAGE_DATA } from '../../src/contract/market/page-queries.ts';

const ELEMENT = new RegExp(`<script type="application/json" id="${PAGE_DATA}">.*?</script>`, 's');

/** Loads documents without their data, as if the server had not had them in time, so that the client requests them. */
export const withoutPageData = (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(ELEMENT, '') });
  });
