import { Anchor, Button, Card, Text, Title } from '@mantine/core'
import { IconLock, IconLockOpen, IconSettings, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './EncryptionHelp.module.css'
import { groupsHelp, helpSections, helpText as text } from './help.text.ts'

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <Title order={2} size="h3" id={`${id}-title`}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function Groups() {
  return (
    <Section id={groupsHelp.id} title={groupsHelp.title}>
      <ul className={styles.groups}>
        {groupsHelp.kinds.map(({ name, mode, text: about }) => {
          const Icon = mode === 'never' ? IconLockOpen : IconLock
          return (
            <li key={name}>
              <div className={styles.group}>
                <Text fw={600}>{name}</Text>
                <span className={styles.mode} data-mode={mode}>
                  <Icon size={14} aria-hidden />
                  {text.modes[mode]}
                </span>
              </div>
              <p>{about}</p>
            </li>
          )
        })}
      </ul>
      <p>{groupsHelp.note}</p>
    </Section>
  )
}

function Contents() {
  return (
    <nav className={styles.contents} aria-label={text.contents}>
      <Text size="sm" fw={700} mb={8} aria-hidden>
        {text.contents}
      </Text>
      <ul>
        {[groupsHelp, ...helpSections].map(({ id, title }) => (
          <li key={id}>
            <Anchor href={`#${id}`} size="sm">
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Help page about end-to-end encryption for users: what it protects, its limits and its terms. */
export function EncryptionHelp() {
  return (
    <div className={styles.page}>
      <Card component="article" className={styles.article}>
        <div className={styles.lead}>
          <IconShieldLock size={36} stroke={1.5} aria-hidden />
          <p>{text.lead}</p>
        </div>
        <Groups />
        {helpSections.map(({ id, title, paragraphs, points }) => (
          <Section key={id} id={id} title={title}>
            {paragraphs.map(paragraph => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points && (
              <dl className={styles.points}>
                {points.map(({ term, text: about }) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{about}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Section>
        ))}
        <Button
          component={Link}
          to="/settings"
          hash="encryption"
          variant="default"
          leftSection={<IconSettings size={18} aria-hidden />}
          className={styles.action}
        >
          {text.settings}
        </Button>
      </Card>
      <Contents />
    </div>
  )
}
