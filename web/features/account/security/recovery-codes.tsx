import { useEffect, useRef, useState } from 'react'
import { useSite } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './authenticator.module.css'
import { SecurityIcon } from './security-icon.tsx'
import settingsStyles from './settings.module.css'
import { Box } from './settings.tsx'

/** Shows the new codes, this once, until the user confirms that they are saved. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const site = useSite()
  const [isSaved, setSaved] = useState(false)
  const intro = useRef<HTMLParagraphElement>(null)
  useEffect(() => intro.current?.focus(), [])

  function download(): void {
    const text = `Recovery codes for ${site.name} (${site.origin})\nEach works once.\n\n${codes.join('\n')}\n`
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }

  return (
    <Box>
      <p ref={intro} tabIndex={-1} className={styles.intro}>
        Save these recovery codes. Each of them logs you in once if you lose your phone. They are not shown
        again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <label className={styles.saved}>
        <input type="checkbox" checked={isSaved} onChange={() => setSaved(!isSaved)} />I have saved these
        codes
      </label>
      <div className={settingsStyles.foot}>
        <Button size="sm" onClick={download}>
          <SecurityIcon name="download" />
          Download
        </Button>
        <Button size="sm" variant="primary" disabled={!isSaved} onClick={onDone}>
          Done
        </Button>
      </div>
    </Box>
  )
}
