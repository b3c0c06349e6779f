import '@mantine/core/styles/Badge.css'
import { ActionIcon, Badge, Box, Card, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { InheritedField, ManagedField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { fieldAudienceLabels, fieldKindLabels, customFieldsText as text } from '#texts/custom-fields.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { type EditedScope, useRemoveCustomField, useReorderCustomFields } from './custom-fields.api.ts'

const icon = { size: 18, 'aria-hidden': true }
/** Number of stored values from which the field editor shows “many” instead of the number. */
const countedValues = 1001

const describeCount = ({ valueCount: count }: ManagedField) =>
  count >= countedValues ? text.countMany : text.count({ count })

export const buildEditButtonId = (id: number) => `edit-field-${id}`

/** Row of a list of custom fields, with a line above all rows but the first. */
export function CustomFieldListItem({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  return (
    <Box component="li" py={14} px={20} style={isFirst ? undefined : { borderTop: '1px solid var(--line)' }}>
      {children}
    </Box>
  )
}

/** Describes a custom field in a list. `count` states how many members have filled it in. */
export function CustomFieldDefinitionSummary({
  field,
  badge,
  count,
}: {
  field: InheritedField | ManagedField
  badge?: string
  count?: string
}) {
  const { label, kind, section, isRequired, visibleTo, editableBy } = field
  return (
    <Box flex="1 1 220px" miw={0}>
      <Group gap={8}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Text>
        {isRequired && <Badge variant="light">{text.required}</Badge>}
        {badge && (
          <Badge variant="default" tt="none">
            {badge}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {[fieldKindLabels[kind], section].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        <DotSeparatedList
          parts={[
            text.filledBy({ who: fieldAudienceLabels[editableBy] }),
            text.seenBy({ who: fieldAudienceLabels[visibleTo] }),
          ]}
        />
      </Text>
      {count && (
        <Text size="sm" mt={4}>
          {count}
        </Text>
      )}
    </Box>
  )
}

/**
 * Lists custom fields in their order. Buttons move a field up or down, so that keyboards can reorder them too. Phones
 * have the actions of a field in a menu.
 */
export function SortableCustomFieldList({
  scope,
  fields,
  onEdit,
}: {
  scope: EditedScope
  fields: ManagedField[]
  onEdit: (field: ManagedField) => void
}) {
  const isPhone = useIsPhone()
  const order = useReorderCustomFields()
  const remove = useRemoveCustomField()
  const move = (index: number, by: 1 | -1) => {
    const ids = fields.map(({ id }) => id)
    const [moved] = ids.splice(index, 1)
    if (moved !== undefined) ids.splice(index + by, 0, moved)
    order.mutate({ ...scope, ids })
  }
  const askToRemove = (field: ManagedField) =>
    openConfirmDialog({
      title: text.removeTitle({ label: field.label }),
      text: text.removeText({ count: `${describeCount(field)}.` }),
      action: text.removeAction,
      isDangerous: true,
      onConfirm: () => remove.mutate(field.id),
    })
  return (
    <Card
      component="ul"
      padding={0}
      aria-label={text.list}
      display={fields.length === 0 ? 'none' : undefined}
    >
      {fields.map((field, index) => (
        <CustomFieldListItem key={field.id} isFirst={index === 0}>
          <Group gap={12} align="flex-start" wrap="nowrap">
            <CustomFieldDefinitionSummary field={field} count={describeCount(field)} />
            {isPhone ? (
              <LazyMenu
                button={
                  <ActionIcon
                    id={buildEditButtonId(field.id)}
                    variant="subtle"
                    color="gray"
                    size={44}
                    mt={-8}
                    mr={-12}
                    aria-label={text.actions({ label: field.label })}
                  >
                    <IconDots {...icon} />
                  </ActionIcon>
                }
              >
                {Menu => (
                  <>
                    <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(field)}>
                      {text.edit({ label: field.label })}
                    </Menu.Item>
                    {index > 0 && (
                      <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => move(index, -1)}>
                        {text.up({ label: field.label })}
                      </Menu.Item>
                    )}
                    {index < fields.length - 1 && (
                      <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => move(index, 1)}>
                        {text.down({ label: field.label })}
                      </Menu.Item>
                    )}
                    <Menu.Item
                      color="red"
                      leftSection={<IconTrash {...icon} />}
                      onClick={() => askToRemove(field)}
                    >
                      {text.remove({ label: field.label })}
                    </Menu.Item>
                  </>
                )}
              </LazyMenu>
            ) : (
              <Group gap={4} wrap="nowrap" mt={-8}>
                {fields.length > 1 && (
                  <>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={44}
                      bg={index === 0 ? 'transparent' : undefined}
                      aria-label={text.up({ label: field.label })}
                      disabled={index === 0 || order.isPending}
                      onClick={() => move(index, -1)}
                    >
                      <IconArrowUp {...icon} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={44}
                      bg={index === fields.length - 1 ? 'transparent' : undefined}
                      aria-label={text.down({ label: field.label })}
                      disabled={index === fields.length - 1 || order.isPending}
                      onClick={() => move(index, 1)}
                    >
                      <IconArrowDown {...icon} />
                    </ActionIcon>
                  </>
                )}
                <ActionIcon
                  id={buildEditButtonId(field.id)}
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={text.edit({ label: field.label })}
                  onClick={() => onEdit(field)}
                >
                  <IconPencil {...icon} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size={44}
                  aria-label={text.remove({ label: field.label })}
                  onClick={() => askToRemove(field)}
                >
                  <IconTrash {...icon} />
                </ActionIcon>
              </Group>
            )}
          </Group>
        </CustomFieldListItem>
      ))}
    </Card>
  )
}
