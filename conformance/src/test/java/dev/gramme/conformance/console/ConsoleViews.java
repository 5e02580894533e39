package dev.gramme.conformance.console;

import dev.gramme.apps.browser.Browser;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All views of the console, for tests that look at each of them. */
final class ConsoleViews {
  private ConsoleViews() {}

  /** Each view with the elements to click in it; the last one need only appear. */
  static Map<URI, List<String>> views(ConsoleServer server) {
    var views = new LinkedHashMap<URI, List<String>>();
    views.put(server.view(""), List.of("main tbody .state"));
    views.put(server.view("create"), List.of(".add-global", ".add-local", "fieldset"));
    views.put(
        server.view("table/shop", "mode", "query", "pk", "a"),
        List.of(
            ".add-filter",
            ".row.end .add-group",
            "fieldset .add-group",
            ".codeof summary",
            ".codeof pre"));
    views.put(server.view("table/shop", "view", "kinds"), List.of(".drawn"));
    views.put(server.view("table/shop", "view", "partitions"), List.of(".drawn"));
    views.put(server.view("table/shop", "view", "json"), List.of("pre.code"));
    views.put(server.view("table/shop"), List.of("[role=grid] .cell", "dialog .fields .set"));
    views.put(
        server.view("table/shop", "a", "1"),
        List.of("[role=grid] thead input", "[data-action=bulk-edit]", "dialog [name=attribute]"));
    views.put(
        server.view("table/shop", "a", "9"),
        List.of(
            "[role=grid] thead input",
            "[data-action=bulk-edit]",
            "dialog [name=action] option[value=rename]",
            "dialog [name=to]"));
    views.put(
        server.view("table/shop", "a", "2"), List.of("[data-action=import]", "dialog [name=text]"));
    views.put(
        server.view("table/shop", "a", "3"), List.of("[data-action=export]", "dialog .preview"));
    views.put(
        server.view("table/shop", "a", "5"),
        List.of(
            "[role=grid] thead input",
            "[data-action=bulk-copy]",
            "dialog [name=to] option[value='#plain']",
            "dialog .dry"));
    views.put(
        server.view("table/shop", "a", "6"),
        List.of(
            "[role=grid] .cell",
            "[data-action=duplicate]",
            "dialog .codeof summary",
            "dialog pre"));
    // A new item with the key of an existing one is a conflict.
    views.put(
        server.view("table/shop", "a", "7"),
        List.of(
            "[role=grid] .cell",
            "[data-action=duplicate]",
            "dialog [data-action=save]",
            "dialog .difference"));
    views.put(
        server.view("table/shop", "a", "8"),
        List.of(
            "[role=grid] .cell",
            "dialog [aria-label='Remove n']",
            "dialog .close",
            "dialog .unsaved [data-action=discard]"));
    views.put(
        server.view("table/shop", "tab", "details"),
        List.of("[data-action=delete]", "dialog [name=confirm]"));
    views.put(
        server.view("table/shop", "tab", "details", "a", "1"),
        List.of("[data-action=recovery]", "dialog [data-action=confirm]"));
    views.put(server.view("table/shop", "tab", "stream"), List.of(".empty"));
    views.put(server.view("table/streamed", "tab", "stream"), List.of(".functions .shards"));
    views.put(
        server.view("table/shop", "tab", "time"),
        List.of("[data-action=compare]", "dialog .change"));
    views.put(
        server.view("table/shop", "tab", "time", "a", "1"),
        List.of(
            "[data-action=compare]",
            "[data-action=undo-all]",
            "dialog [data-action=confirm-undo]"));
    views.put(
        server.view("table/shop", "tab", "backups"),
        List.of("[data-action=start-export]", "dialog [name=bucket]"));
    views.put(
        server.view("table/shop", "tab", "backups", "a", "1"),
        List.of(
            "[data-action=start-export]",
            "dialog [name=what] option[value=INCREMENTAL_EXPORT]",
            "dialog [name=from]"));
    views.put(server.view("backups"), List.of("[data-action=start-import]", "dialog [name=table]"));
    views.put(server.view("design"), List.of("[name=model]"));
    views.put(
        server.view("design", "a", "1"),
        List.of("[name=from-table] option[value=shop]", "[data-pattern] [type=submit]"));
    views.put(
        server.view("design", "a", "2"),
        List.of("[data-action=create-tables]", "dialog [data-action=execute]"));
    views.put(
        server.view("design", "a", "3"),
        List.of("[data-action=edit-model]", "dialog [data-tab=patterns]", "dialog fieldset"));
    views.put(
        server.view("design", "a", "4"),
        List.of("[data-action=edit-model]", "dialog [data-tab=attributes]", "dialog .member"));
    views.put(
        server.view("design", "a", "5"),
        List.of(
            "[data-action=edit-model]",
            "dialog [data-tab=indexes]",
            "dialog [data-action=add-global]",
            "dialog fieldset"));
    views.put(
        server.view("design", "a", "6"),
        List.of(
            "[data-action=edit-model]",
            "dialog [data-tab=kinds]",
            "dialog [data-action=add-kind]",
            "dialog fieldset"));
    views.put(
        server.view("design", "a", "7"),
        List.of(
            "[data-action=edit-model]",
            "dialog [data-tab=items]",
            "dialog [data-action=add-item]",
            "dialog .samples .fields"));
    views.put(
        server.view("table/shop", "mode", "query", "pk", "a", "a", "4"),
        List.of(".codeof summary", ".codeof [data-tab=toolkit]", ".codeof pre"));
    views.put(server.view("live"), List.of(".operations tbody th", ".ranges tbody th"));
    views.put(server.view("partiql", "s", "SELECT * FROM \"shop\""), List.of("main tbody td"));
    views.put(
        server.view("partiql", "s", "SELECT n FROM \"shop\""),
        List.of("[role=grid] .cell", "dialog pre"));
    views.put(server.view("saved"), List.of(".card"));
    views.put(server.view("preferences"), List.of(".who", "dialog [name=region]"));
    return views;
  }

  /** Opens a view in a new page and clicks its elements; the last one need only appear. */
  static void open(Browser browser, URI view, List<String> clicks) {
    browser.reloadAt(view);
    browser.awaitElement("main h1");
    clicks.subList(0, clicks.size() - 1).forEach(browser::click);
    browser.awaitElement(clicks.getLast());
  }

  /** Makes the tables and items that the views show. */
  static void fill(ConsoleServer server) throws Exception {
    server.createTable("streamed", "S");
    server.send(
        "UpdateTable",
        """
        {"TableName":"streamed",
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}
        """);
    server.createTable("shop", "S");
    for (String type : List.of("order", "customer")) {
      server.put(
          "shop",
          """
          {"pk":{"S":"a"},"sk":{"S":"%s"},"type":{"S":"%s"},"tags":{"SS":["x"]},"n":{"N":"1"},
           "map":{"M":{"list":{"L":[{"BOOL":true},{"NULL":true},{"B":"AQ=="}]}}}}
          """
              .formatted(type, type));
    }
    server.send(
        "UpdateContinuousBackups",
        """
        {"TableName":"shop",
         "PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}
        """);
    server.send(
        "RestoreTableToPointInTime",
        """
        {"SourceTableName":"shop","TargetTableName":"shop-as-of-20260101T000000",
         "UseLatestRestorableTime":true}
        """);
    server.send("CreateBackup", "{\"TableName\":\"shop\",\"BackupName\":\"first\"}");
    server.put("shop", "{\"pk\":{\"S\":\"b\"},\"sk\":{\"S\":\"added\"},\"n\":{\"N\":\"1\"}}");
  }
}
