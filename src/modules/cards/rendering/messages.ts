/** To the process that draws. */
export interface RenderRequest {
  svg: string;
}

/** Its answer: the picture and the memory of the process in bytes, or why there is none. */
export type Rendered = { png: Uint8Array; memory: number } | { error: string };
