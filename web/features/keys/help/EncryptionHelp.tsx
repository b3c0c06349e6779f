import { Anchor, Box, Button, Card, Flex, Text, Title } from '@mantine/core'
import { IconLock, IconLockOpen, IconSettings, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { helpText as text } from '#texts/encryption-help.ts'
import { screenTitles } from '#texts/screens.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './EncryptionHelp.module.css'

function EncryptionHelpSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Flex id={id} component="section" direction="column" gap={10} aria-labelledby={`${id}-title`}>
      <Title order={2} size="h3" id={`${id}-title`}>
        {title}
      </Title>
      {children}
    </Flex>
  )
}

const groupsId = 'groups'
const modes = ['always', 'chosen', 'never'] as const
const tones = { always: 'good', chosen: 'warn', never: 'neutral' } as const

function GroupsByEncryptionState() {
  return (
    <EncryptionHelpSection id={groupsId} title={text.groups.title}>
      <Box component="ul" style={{ borderBlock: '1px solid var(--line)' }} className={styles.groups}>
        {modes.map(mode => {
          const { name, text: about } = text.groups.kinds[mode]
          const Icon = mode === 'never' ? IconLockOpen : IconLock
          return (
            <Flex component="li" direction="column" gap={6} py={14} key={name}>
              <Flex
                direction={{ base: 'column', sm: 'row' }}
                gap="6px 12px"
                align={{ base: 'flex-start', sm: 'center' }}
                justify="space-between"
              >
                <Text fw={600}>{name}</Text>
                <Flex
                  component="span"
                  display="inline-flex"
                  flex="none"
                  gap={6}
                  align="center"
                  px={10}
                  py={2}
                  bdrs={6}
                  fz={12}
                  fw={700}
                  {...getToneProps(tones[mode])}
                >
                  <Icon size={14} aria-hidden />
                  {text.modes[mode]}
                </Flex>
              </Flex>
              <p>{about}</p>
            </Flex>
          )
        })}
      </Box>
      <p>{text.groups.note}</p>
    </EncryptionHelpSection>
  )
}

function EncryptionHelpContents() {
  const isPhone = useIsPhone()
  const list = (
    <ul>
      {Object.entries({ [groupsId]: text.groups, ...text.sections }).map(([id, { title }]) => (
        <li key={id}>
          <Anchor href={`#${id}`} size="sm">
            {title}
          </Anchor>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className={styles.contents} aria-label={text.contents}>
      {isPhone ? (
        <Panel isFoldable title={text.contents}>
          {list}
        </Panel>
      ) : (
        <>
          <Text size="sm" fw={700} mb={8} aria-hidden>
            {text.contents}
          </Text>
          {list}
        </>
      )}
    </nav>
  )
}

/** Help page for users about end-to-end encryption: what it protects, what it does not, and its terms. */
export function EncryptionHelp() {
  return (
    <>
      <BackLink to="/communication">{screenTitles.communication}</BackLink>
      <div className={styles.page}>
        <Card component="article" className={styles.article}>
          <div className={styles.lead}>
            <IconShieldLock size={36} stroke={1.5} aria-hidden />
            <p>{text.lead}</p>
          </div>
          <GroupsByEncryptionState />
          {Object.entries(text.sections).map(([id, section]) => (
            <EncryptionHelpSection key={id} id={id} title={section.title}>
              {section.paragraphs.map(paragraph => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {'points' in section && (
                <Columns component="dl" gap={18} mt={4}>
                  {section.points.map(({ term, text: about }) => (
                    <Columns
                      key={term}
                      template={{ sm: 'minmax(0, 1fr) minmax(0, 3fr)' }}
                      gap="2px 28px"
                      align="start"
                    >
                      <Box component="dt" fw={600}>
                        {term}
                      </Box>
                      <dd>{about}</dd>
                    </Columns>
                  ))}
                </Columns>
              )}
            </EncryptionHelpSection>
          ))}
          <Button
            component={Link}
            to="/settings"
            hash="encryption"
            variant="default"
            leftSection={<IconSettings size={18} aria-hidden />}
            style={{ justifySelf: 'start' }}
          >
            {text.settings}
          </Button>
        </Card>
        <EncryptionHelpContents />
      </div>
    </>
  )
}
