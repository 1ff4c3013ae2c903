-- What an organisation keeps of its members besides: where they live, as they gave it, and why their place last changed.
alter table membership
  add city text,
  add region text,
  add postal_code text,
  add country text,
  add remarks text not null default '';

-- A seat is taken by whoever is approved, and by nobody else.
alter table membership add constraint membership_seat check (seat_plan_id is null or status = 'approved');

create function check_membership_edge() returns trigger language plpgsql as $$
begin
  if old.status <> new.status
    and (old.status, new.status) not in (('initiated', 'pending'), ('pending', 'approved'), ('pending', 'rejected'),
      ('pending', 'userRejected'), ('approved', 'deactivated')) then
    raise exception 'membership % may not go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger membership_edges before update on membership for each row execute function check_membership_edge();
