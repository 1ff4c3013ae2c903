-- What somebody is called at their organisation, as they said when they joined it.
alter table membership add column designation text not null default '';
