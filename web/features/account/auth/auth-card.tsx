import type { ReactNode } from 'react'
import { BrandPanel } from '#web/ui/picture/brand-panel.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './auth-card.module.css'

/** Generated cover art (server/features/media/cover-art.ts). The numbers were chosen for their looks. */
const POSTERS = [
  'design/auth-2',
  'science/auth-16',
  'music/auth-10',
  'marketing/auth-1',
  'business/auth-7',
  'photography/auth-45',
  'development/auth-5',
  'science/auth-6',
  'design/auth-9',
  'music/auth-9',
] as const

interface AuthCardProps {
  title: string
  lead: string
  /** Shown above the title. */
  mark?: ReactNode
  /** In the panel, instead of posters. */
  art?: ReactNode
  caption: string
  captionText: string
  /** The welcome text of the site, in place of the caption; above the form where there is no panel. */
  welcome?: string | undefined
  children: ReactNode
}

/** The form on the left and the brand panel with posters on the right. Narrow screens show the form alone. */
export function AuthCard({ title, lead, mark, art = <Posters />, ...rest }: AuthCardProps) {
  const { caption, captionText, welcome, children } = rest
  return (
    <div className={styles.card}>
      <div className={styles.form}>
        {mark}
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className="muted">{lead}</p>
          {welcome && (
            <p className={styles.welcome} dir="auto">
              {welcome}
            </p>
          )}
        </div>
        {children}
      </div>
      <BrandPanel className={styles.panel}>
        {art}
        <div className={styles.caption}>
          {welcome ? (
            <p className={styles.words} dir="auto">
              {welcome}
            </p>
          ) : (
            <>
              <h2>{caption}</h2>
              <p>{captionText}</p>
            </>
          )}
        </div>
      </BrandPanel>
    </div>
  )
}

function Posters() {
  return (
    <ul aria-hidden="true">
      {POSTERS.map((poster) => (
        <li key={poster}>
          <Thumb>
            <img src={`/art/${poster}.svg`} alt="" width={640} height={360} decoding="async" />
          </Thumb>
        </li>
      ))}
    </ul>
  )
}

/** The line below the form with a link to the other form. */
export function AuthOther({ children }: { children: ReactNode }) {
  return <p className={styles.other}>{children}</p>
}
