import styles from './key-list.module.css'

const KEYS = [
  { label: 'Edit the text, leave it', caps: ['Enter', 'Esc'] },
  { label: 'Previous, next cue', caps: ['↑', '↓'] },
  { label: 'Play the cue', caps: ['Space'] },
  { label: 'Start or end at the time of the video', caps: ['[', ']'] },
  { label: 'Split, merge, add, delete', caps: ['S', 'M', 'N', 'Del'] },
  { label: 'Undo', caps: ['Ctrl + Z'] },
]

/** The keys of the editor; they act while a row has the focus. */
export function KeyList() {
  return (
    <section className={styles.keys} aria-labelledby="keys">
      <h2 id="keys">Keys on a row</h2>
      <dl>
        {KEYS.map(({ label, caps }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {caps.map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
