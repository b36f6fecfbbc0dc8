import type { OwnCaptions } from './own-captions.ts'
import { textAt } from './own-captions.ts'
import styles from './player.module.css'

/** The captions below the picture, because hosts do not allow anything over it. The strip keeps its height without a text. */
export function CaptionStrip({ captions, at }: { captions: OwnCaptions; at: number }) {
  return (
    <div className={styles.strip}>
      <p lang={captions.shown?.language} dir="auto">
        {textAt(captions.cues ?? [], at)}
      </p>
    </div>
  )
}
