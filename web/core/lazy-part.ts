import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { retryDownload } from './retry-download.ts'

/** A component whose file is downloaded when it is first rendered. `Suspense` has to be around it. */
export function lazyPart<Props>(
  download: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await retryDownload(download) }))
}
