import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { retryDownload } from './retry-download.ts'

/** The component `name` of a file that is downloaded when it is first rendered, which `Suspense` has to be around. */
export function lazyPart<Name extends string, Props>(
  download: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await retryDownload(download))[name] }))
}
