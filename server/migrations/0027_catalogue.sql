-- The catalogue comes from the operator's file, which tells an offer by its code: one that is on sale now, and those that it took the place of.
alter table product_pricing add code text;
create unique index product_pricing_code on product_pricing (code) where on_sale and code is not null;

-- The standard rate in force since 1 July 2020 (Royal Decree A/638); a later one is a row of the operator's.
insert into vat_rate (valid_from, basis_points) values ('2020-06-30 21:00:00Z', 1500) on conflict do nothing;
