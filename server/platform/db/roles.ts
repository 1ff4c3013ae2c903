/** The database roles. The owner runs migrations; the application's role may neither change the schema nor, where a migration withholds the
 *  grant, rewrite what is only ever appended to. */
export const ownerRole = 'tawqi_owner'
export const appRole = 'tawqi_app'

/**
 * The statements, to be run one by one by a superuser, that a new cluster needs before the first migration.
 * A served PostgreSQL is prepared by its administrator with the same statements and passwords added.
 */
export const roleStatements = (database: string): readonly string[] => [
  `create role ${ownerRole} login nosuperuser nocreaterole`,
  `create role ${appRole} login nosuperuser nocreatedb nocreaterole`,
  `create database ${database} owner ${ownerRole}`,
  `revoke connect, temporary on database ${database} from public`,
  `grant connect on database ${database} to ${appRole}`,
]
