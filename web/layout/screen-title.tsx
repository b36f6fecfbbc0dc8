import { useLocation } from 'react-router'
import { useSite } from '#web/core/parts.tsx'
import { PageTitle, type PageTitleProps } from '#web/ui/page-title.tsx'

/** The screen's name in the browser and in link previews: "{screen} · {site}". One on every screen. */
export function ScreenTitle(props: Omit<PageTitleProps, 'site' | 'canonical'>) {
  const site = useSite()
  const { pathname } = useLocation()
  return (
    <PageTitle
      {...props}
      site={site.name}
      canonical={props.unlisted ? undefined : `${site.origin}${pathname}`}
    />
  )
}
