import { startTransition, useState } from 'react'
import type { ImageRef } from '#contract/media/media.ts'
import styles from './picture.module.css'

export type PictureProps = {
  /** If it is missing or cannot be loaded, the art of `fallback` replaces it. */
  image: ImageRef | undefined
  /** The rendered width, as in the `sizes` attribute. */
  sizes: string
  /** Empty if the text beside it says the same. */
  alt?: string
  /** The largest image of the first screen: it is fetched at once and before others. */
  priority?: boolean
  /** The seed is an id, so the art is the same everywhere. The id does not appear in the art. */
  fallback: { category: string; seed: string }
}

type LoadState = 'arriving' | 'arrived' | 'failed'

function artOf({ category, seed }: PictureProps['fallback']): ImageRef {
  const url = `/art/${encodeURIComponent(category)}/${encodeURIComponent(seed)}.svg`
  return { url, width: 640, height: 360 }
}

/** An uploaded image that fills its frame, blurred while it loads. Generated art replaces it if it fails. */
export function Picture({ image, sizes, alt = '', priority = false, fallback }: PictureProps) {
  const [loadState, setLoadState] = useState<LoadState>('arriving')
  const [shownUrl, setShownUrl] = useState(image?.url)
  if (shownUrl !== image?.url) {
    setShownUrl(image?.url)
    setLoadState('arriving')
  }
  const source = image === undefined || loadState === 'failed' ? artOf(fallback) : image

  /** The image may have loaded or failed before hydration. The update is a transition, because a page has many images. */
  function checkLoaded(element: HTMLImageElement | null): void {
    if (!element?.complete || loadState !== 'arriving') return
    const now = element.naturalWidth > 0 ? 'arrived' : 'failed'
    startTransition(() => setLoadState(now))
  }

  return (
    <span className={styles.picture}>
      {source.placeholder && loadState === 'arriving' && (
        <img className={styles.placeholder} src={source.placeholder} alt="" aria-hidden="true" />
      )}
      <img
        key={source.url}
        ref={checkLoaded}
        src={source.url}
        srcSet={source.srcSet}
        sizes={source.srcSet && sizes}
        width={source.width}
        height={source.height}
        alt={alt}
        loading={priority ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        onLoad={() => setLoadState((now) => (now === 'failed' ? now : 'arrived'))}
        onError={() => setLoadState('failed')}
      />
    </span>
  )
}
