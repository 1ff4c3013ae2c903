-- Staff suspend an account and let it be active again; who comes back after closing theirs opens it again.
create function check_person_edge() returns trigger language plpgsql as $$
begin
  if old.status <> new.status
    and (old.status, new.status) not in (('active', 'suspended'), ('active', 'closed'), ('suspended', 'active'), ('closed', 'active')) then
    raise exception 'person % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger person_edges before update on person for each row execute function check_person_edge();
