import styles from './code-text.module.css'

/** A text as it was sent or received. */
export const CodeText = ({ text, dir = 'auto' }: { text: string; dir?: 'auto' | 'ltr' }) => (
  <pre className={styles.text} dir={dir}>
    {text.trimEnd()}
  </pre>
)

/** The same with a title. */
export const CodeFigure = ({ title, text }: { title: string; text: string }) => (
  <figure className={`stack gap-1 ${styles.figure}`}>
    <figcaption className="muted">{title}</figcaption>
    <CodeText text={text} />
  </figure>
)
