import { Fragment } from 'react'
import type { CallReply } from '#contract/api.ts'
import { formatTime } from '#contract/format.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './saved-captions.module.css'

type Saved = CallReply<'captions.save'>

/** How a file was read, for its teacher to check: its first cues, and what may be wrong with it. */
export function SavedCaptions({ saved: { captions, warning, encoding, firstCues } }: { saved: Saved }) {
  return (
    <div className={styles.saved} role="status">
      {warning !== undefined && <Warning>{warning}</Warning>}
      {encoding !== undefined && (
        <Warning>
          {`The file is not in UTF-8. It was read as ${encoding}. If letters are wrong, save it as UTF-8 and replace it.`}
        </Warning>
      )}
      <p>{`${captions.label} begins like this. Check it here or with Edit. Comments, styles and positions are not kept.`}</p>
      <dl lang={captions.language}>
        {firstCues.map(({ start, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cues never change their order
          <Fragment key={index}>
            <dt>{formatTime(start)}</dt>
            <dd dir="auto">{text}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <p className={styles.warning}>
      <Icon name="alert-triangle" size="sm" />
      {children}
    </p>
  )
}
