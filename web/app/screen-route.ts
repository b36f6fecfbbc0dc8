import type { ComponentType } from 'react'
import type { Guard, ScreenHandle } from '#web/core/guard.ts'
import { retryDownload } from '#web/core/retry-download.ts'

/** A screen that is downloaded when first needed; `page` is the same file, for the links the server puts in the head. */
export const screen = (
  page: string,
  download: () => Promise<{ Component: ComponentType }>,
  guard?: Guard,
) => ({
  lazy: { Component: async () => (await retryDownload(download)).Component },
  handle: { chunk: `screens/${page}.tsx`, guard, download } satisfies ScreenHandle,
})
