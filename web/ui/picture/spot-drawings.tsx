import type { ReactElement } from 'react'
import styles from './spot-drawings.module.css'

const { sheet, mark, solid, lines } = styles

const drawings = {
  playlists: (
    <>
      <g className={sheet}>
        <rect x="38" y="22" width="92" height="58" rx="9" transform="rotate(-7 84 51)" />
        <rect x="40" y="30" width="92" height="58" rx="9" transform="rotate(4 86 59)" />
      </g>
      <rect className={mark} x="38" y="40" width="92" height="58" rx="9" />
      <path className={solid} d="M77 58.5v21l18-10.5z" />
    </>
  ),
  comments: (
    <>
      <path
        className={sheet}
        d="M92 34h42a10 10 0 0 1 10 10v28a10 10 0 0 1-10 10h-4v14L115 82H92a10 10 0 0 1-10-10V44a10 10 0 0 1 10-10Z"
      />
      <path
        className={mark}
        d="M34 18h56a11 11 0 0 1 11 11v32a11 11 0 0 1-11 11H62L44 90V72H34a11 11 0 0 1-11-11V29a11 11 0 0 1 11-11Z"
      />
      <g className={solid}>
        <circle cx="46" cy="45" r="4" />
        <circle cx="62" cy="45" r="4" />
        <circle cx="78" cy="45" r="4" />
      </g>
    </>
  ),
  saved: (
    <>
      <g className={sheet}>
        <rect x="34" y="26" width="92" height="58" rx="9" transform="rotate(-8 80 55)" />
        <rect x="38" y="34" width="92" height="64" rx="9" />
      </g>
      <path className={mark} d="M94 20h28v50l-14-11-14 11Z" />
      <path className={lines} d="M50 54h30M50 68h38M50 82h22" />
    </>
  ),
  people: (
    <>
      <g className={sheet}>
        <circle cx="46" cy="52" r="15" />
        <path d="M20 104c0-20 12-30 26-30s26 10 26 30Z" />
        <circle cx="122" cy="52" r="15" />
        <path d="M96 104c0-20 12-30 26-30s26 10 26 30Z" />
      </g>
      <g className={mark}>
        <circle cx="84" cy="42" r="19" />
        <path d="M50 108c0-26 15-38 34-38s34 12 34 38Z" />
      </g>
    </>
  ),
  video: (
    <>
      <rect className={sheet} x="24" y="20" width="120" height="74" rx="11" />
      <path className={lines} d="M36 82h60" />
      <circle className={mark} cx="84" cy="52" r="20" />
      <path className={solid} d="M79 43v18l15-9z" />
      <path className={styles.gap} d="m34 104 100-94" />
      <path className={styles.stroke} d="m34 104 100-94" />
    </>
  ),
  started: (
    <>
      <g className={sheet}>
        <rect x="30" y="10" width="108" height="20" rx="5" />
        <rect x="22" y="18" width="124" height="20" rx="6" />
      </g>
      <rect className={styles.screen} x="14" y="28" width="140" height="82" rx="12" />
      <circle className={mark} cx="84" cy="62" r="18" />
      <path className={solid} d="M79 53.5v17l14-8.5z" />
      <path className={lines} d="M28 96h112" />
      <circle className={mark} cx="28" cy="96" r="5" />
    </>
  ),
  categories: (
    <>
      <path className={sheet} d="M40 36h46l40 34-30 36a6 6 0 0 1-8 1L40 70Z" transform="rotate(-10 84 60)" />
      <path className={mark} d="M44 24h50l36 36a6 6 0 0 1 0 8L102 96a6 6 0 0 1-8 0L44 60Z" />
      <circle className={styles.hole} cx="60" cy="41" r="6" />
    </>
  ),
  search: (
    <>
      <g className={sheet}>
        <rect x="30" y="20" width="92" height="58" rx="9" transform="rotate(-6 76 49)" />
        <rect x="34" y="32" width="92" height="62" rx="9" />
      </g>
      <path className={lines} d="M46 48h34M46 60h48M46 72h26" />
      <circle className={styles.lens} cx="108" cy="70" r="24" />
      <path className={styles.handle} d="m126 88 16 16" />
      <path className={styles.stroke} d="M99 61l18 18M117 61 99 79" />
    </>
  ),
} satisfies Record<string, ReactElement>

export type SpotName = keyof typeof drawings

/** A small drawing in the colours of the theme, for empty states. */
export function SpotDrawing({ name, className }: { name: SpotName; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 168 120" aria-hidden="true" focusable="false">
      <ellipse className={styles.shadow} cx="84" cy="110" rx="62" ry="6" />
      {drawings[name]}
    </svg>
  )
}
