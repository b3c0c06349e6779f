import { ActionIcon, Box, Button, Card, Flex, Group, List, NativeSelect, Text, Title } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { useDisclosure } from '@mantine/hooks'
import { IconChartBar, IconDots, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BreakdownDimension, Segment } from '#shared/contracts/segments/segments.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { findText } from '#shared/language/texts.ts'
import { educationLevelLabels, roleLabels } from '#texts/labels.ts'
import { segmentText as text } from '#texts/segments.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { MissingCustomFieldsNotice } from '#web/ui/form/MissingCustomFieldsNotice.tsx'
import { BarList } from '#web/ui/list/BarList.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { describeSegmentCondition, listSegmentConditionsOnRemovedFields } from './condition-kinds.ts'
import { SegmentMemberCount } from './SegmentMemberCount.tsx'
import { useDeleteSegment, useSegmentBreakdown, useSegmentConditionChoices } from './segments.api.ts'

const SegmentBuilder = createLazyOverlay(async () => (await import('./SegmentBuilder.tsx')).SegmentBuilder)

const icon = { size: 18, 'aria-hidden': true }
const dimensions = ['country', 'club', 'educationLevel', 'role'] as const

/** Label of one bar in the chart of a segment's members. */
function describeKey(by: BreakdownDimension, key: string | null): string {
  if (key === null) return text.withoutValue
  if (by === 'country') return getCountryName(key) ?? key
  if (by === 'educationLevel') return findText(educationLevelLabels, key) ?? key
  return by === 'role' ? (findText(roleLabels, key) ?? key) : key
}

/** Chart that shows a segment's members by country, club, level or role. */
function SegmentBreakdown({ id }: { id: number }) {
  const [by, setBy] = useState<BreakdownDimension>('country')
  const { data } = useSegmentBreakdown(id, by)
  return (
    <>
      <NativeSelect
        label={text.breakdown}
        maw={260}
        mt="md"
        mb="sm"
        data={dimensions.map(value => ({ value, label: text.kinds[value] }))}
        value={by}
        onChange={event => setBy(event.currentTarget.value as BreakdownDimension)}
      />
      {data?.rows.length === 0 && <Text size="sm">{text.nobody}</Text>}
      {data && (
        <BarList
          total={data.total}
          bars={data.rows.map(({ key, count }) => ({
            key: key ?? '',
            label: describeKey(by, key),
            count,
          }))}
        />
      )}
    </>
  )
}

/** Card of a segment with its conditions in words, its current size, and links to what it can be used for. */
export function SegmentCard({ segment }: { segment: Segment }) {
  const { id, name, match, conditions } = segment
  const choices = useSegmentConditionChoices()
  const remove = useDeleteSegment()
  const [isEditing, editing] = useDisclosure()
  const [hasChart, chart] = useDisclosure()
  const confirmDeletion = () =>
    openConfirmDialog({
      title: text.deleteSegment({ name }),
      text: text.deleteConfirm,
      action: text.delete,
      isDangerous: true,
      onConfirm: () => remove.mutate(id),
    })
  return (
    <Card component="article" aria-label={name}>
      <Flex gap={12} align="flex-start" justify="space-between">
        <Box miw={0}>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <SegmentMemberCount definition={{ match, conditions }} />
        </Box>
        <LazyMenu
          button={
            <ActionIcon variant="subtle" color="gray" size={44} m={-8} aria-label={text.actions({ name })}>
              <IconDots {...icon} />
            </ActionIcon>
          }
        >
          {Menu => (
            <>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={editing.open}>
                {text.edit({ name })}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={confirmDeletion}>
                {text.deleteSegment({ name })}
              </Menu.Item>
            </>
          )}
        </LazyMenu>
      </Flex>
      <MissingCustomFieldsNotice problems={listSegmentConditionsOnRemovedFields(conditions, choices)} />
      <Text size="sm" c="dimmed" mt="sm">
        {match === 'all' ? text.whoMeetAll : text.whoMeetAny}
      </Text>
      <List size="sm">
        {conditions.map((condition, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: segment conditions have no id and are never reordered
          <List.Item key={index}>{describeSegmentCondition(condition, choices)}</List.Item>
        ))}
      </List>
      <Group gap={8} mt="md">
        <Button
          variant="light"
          leftSection={<IconUsers {...icon} />}
          renderRoot={props => <Link {...props} to="/members" search={{ segmentId: id }} />}
        >
          {text.openList}
        </Button>
        <Button
          variant="default"
          leftSection={<IconChartBar {...icon} />}
          aria-expanded={hasChart}
          onClick={chart.toggle}
        >
          {text.chart}
        </Button>
      </Group>
      {hasChart && <SegmentBreakdown id={id} />}
      {isEditing && <SegmentBuilder segment={segment} onClose={editing.close} />}
    </Card>
  )
}
