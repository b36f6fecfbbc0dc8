export type PageTitleProps = {
  /** The name of the screen, followed by that of the site. */
  screen: string
  site?: string
  description?: string
  /** The canonical address of this page. */
  canonical?: string
  /** Absolute address of a picture for link previews. */
  image?: string
  type?: 'website' | 'article' | 'profile'
  /** For screens that search engines must not list. */
  unlisted?: boolean
}

/** The elements of this screen for the head of the document. React moves them there. */
export function PageTitle({ screen, site = 'Lectern', ...rest }: PageTitleProps) {
  const { description, canonical, image, type = 'website', unlisted = false } = rest
  return (
    <>
      <title>{`${screen} · ${site}`}</title>
      {description && <meta name="description" content={description} />}
      {unlisted && <meta name="robots" content="noindex" />}
      {canonical && <link rel="canonical" href={canonical} />}
      <meta property="og:title" content={screen} />
      <meta property="og:site_name" content={site} />
      <meta property="og:type" content={type} />
      {description && <meta property="og:description" content={description} />}
      {canonical && <meta property="og:url" content={canonical} />}
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}
